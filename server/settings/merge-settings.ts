import { ConfigError, readConfig, type Config } from '../config.ts'
import type { ConnectionSettings } from '../db/connection/connection.ts'
import { openDatabase } from '../db/database.ts'
import { createSealer } from '../sealed.ts'
import type { Secrets } from '../secrets.ts'
import { findOperatorSettings, type FoundSettings } from '../shared/operator-settings.ts'

interface MergedSettings {
  config: Config
  /** One line for each reason why stored settings are not used. */
  problems: string[]
}

/** The sandbox uses none of the stored settings: it is for trying. */
export const usesStoredSettings = (environment: Config): boolean => environment.sandboxUrl === null

/**
 * The environment, completed by what an operator entered on the page. The environment wins; where both together are
 * invalid, it applies alone.
 */
export function mergeSettings(environment: Config, { values, unreadable }: FoundSettings): MergedSettings {
  if (!usesStoredSettings(environment)) return { config: environment, problems: [] }
  const problems = unreadable.map((name) => `${name}: ENCRYPTION_KEYS cannot open the stored value; enter it again`)
  try {
    const { given } = environment
    return { config: { ...readConfig({ ...values, ...given }), given }, problems }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { config: environment, problems: [...problems, ...error.problems] }
  }
}

/** What a node of this database works with, and every command. @param connection of the server's role */
export async function readMergedSettings(
  environment: Config,
  { encryptionKeys }: Secrets,
  connection: ConnectionSettings,
): Promise<MergedSettings & { stored: FoundSettings }> {
  await using db = await openDatabase({ connection, maxConnections: 1, onError: () => undefined })
  const stored = await db.asService((tx) => findOperatorSettings(tx, createSealer(encryptionKeys)))
  return { ...mergeSettings(environment, stored), stored }
}
