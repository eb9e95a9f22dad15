import { ConfigError } from '../config.ts'
import { connectionFailure, explainLostDatabase } from '../db/connection/connection-failure.ts'
import { StartupError } from '../startup-error.ts'

/** One line for what the operator can mend, or what ends by itself; null for any other error. */
export function explainFailedStart(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof StartupError) return error.message
  const failure = connectionFailure(error)
  return failure === null ? null : explainLostDatabase(failure)
}
