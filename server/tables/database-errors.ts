import type { Claims } from '../db/claims.ts'
import { DatabaseError } from '../db/database-error.ts'
import { RestFailure } from './errors.ts'

/** The SQLSTATE of an error, null where the database did not make it. */
export const sqlStateOf = (error: unknown): string | null =>
  error instanceof DatabaseError ? (error.code ?? null) : null

/** By the first characters of the SQLSTATE, longest first; all else is the request's fault. */
const statuses: [prefix: string, status: number][] = [
  ['21000', 500],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['57P01', 503],
  ['P0001', 400],
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
]

/** What a database's refusal is to the caller; null where the error is not the database's. */
export function databaseFailure(error: unknown, role: Claims['role']): RestFailure | null {
  if (!(error instanceof DatabaseError)) return unreachable(error)
  const { code = 'XX000', message, detail, hint } = error
  if (code === '42501') return forbidden(error, role)
  const status = statuses.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400
  // Failures of ours say nothing of our inside (security checklist D14), but that it took too long the caller may know.
  if (status >= 500 && code !== '57014')
    return new RestFailure(status, code, 'The database could not carry out the request')
  return new RestFailure(status, code, message, { details: detail ?? null, hint: hint ?? null })
}

/** A visitor should sign in; a signed-in person may not. */
function forbidden({ message, hint }: DatabaseError, role: Claims['role']): RestFailure {
  return role === 'anon'
    ? new RestFailure(401, '42501', message, { hint: hint ?? null, headers: { 'www-authenticate': 'Bearer' } })
    : new RestFailure(403, '42501', message, { hint: hint ?? null })
}

const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'])

function unreachable(error: unknown): RestFailure | null {
  if (!(error instanceof Error)) return null
  if (/timeout exceeded when trying to connect/.test(error.message)) {
    return new RestFailure(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  }
  const code = 'code' in error ? String(error.code) : ''
  if (networkErrors.has(code) || /Connection terminated|not queryable/.test(error.message)) {
    return new RestFailure(503, 'PGRST001', 'Database client error. Retrying the connection.')
  }
  return null
}
