import { ServiceError } from '../services/service-error.ts'

/**
 * Converts `gone` during an upload session to `unknown`: the session has ended, which says nothing about the file. The
 * next attempt starts another session.
 */
export function toSessionLostError(error: unknown): unknown {
  if (!(error instanceof ServiceError && error.refusal === 'gone')) return error
  return new ServiceError(error.vendor, 'unknown', { status: error.status, code: 'session_lost', cause: error })
}
