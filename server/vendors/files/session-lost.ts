import { ServiceError } from '../service-error.ts'

/**
 * What to throw where a call of an upload session failed: one that ended under our hands is no answer about the file. The next attempt finds
 * out and begins another.
 */
export function sessionLost(error: unknown): unknown {
  if (!(error instanceof ServiceError && error.refusal === 'gone')) return error
  return new ServiceError(error.vendor, 'unknown', { status: error.status, code: 'session_lost', cause: error })
}
