import type { Claims } from '../db/claims.ts'
import { DatabaseError } from '../db/database-error.ts'
import { RestError } from './parse/rest-error.ts'

/** SQLSTATE of a database error; null for other errors. */
export const sqlStateOf = (error: unknown): string | null =>
  error instanceof DatabaseError ? (error.code ?? null) : null

/** HTTP status by SQLSTATE prefix, longest first; all others are 400. */
const statuses: [prefix: string, status: number][] = [
  ['21000', 500],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  // More than 1,664 columns in `select`.
  ['54011', 400],
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

/** The protocol's error for a database error; null for other errors. */
export function toRestError(error: unknown, role: Claims['role']): RestError | null {
  if (!(error instanceof DatabaseError)) return connectionError(error)
  const { code = 'XX000', message, detail, hint } = error
  if (code === '42501') return permissionDenied(error, role)
  const status = statuses.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400
  // Internal errors must not reveal details, except a statement timeout (57014).
  if (status >= 500 && code !== '57014')
    return new RestError(status, code, 'The database could not carry out the request')
  return new RestError(status, code, message, { details: detail ?? null, hint: hint ?? null })
}

/** 401 for anonymous callers, who may sign in; 403 for signed-in users. */
function permissionDenied({ message, hint }: DatabaseError, role: Claims['role']): RestError {
  return role === 'anon'
    ? new RestError(401, '42501', message, { hint: hint ?? null, headers: { 'www-authenticate': 'Bearer' } })
    : new RestError(403, '42501', message, { hint: hint ?? null })
}

const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'])

function connectionError(error: unknown): RestError | null {
  if (!(error instanceof Error)) return null
  if (/timeout exceeded when trying to connect/.test(error.message)) {
    return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  }
  const code = 'code' in error ? String(error.code) : ''
  if (networkErrors.has(code) || /Connection terminated|not queryable/.test(error.message)) {
    return new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.')
  }
  return null
}
