import { gaxios } from 'google-auth-library'
import { z } from 'zod'
import { retryAfterMs } from '../http/retry-after.ts'
import { ServiceError, type ServiceRefusal } from '../services/service-error.ts'
import { serviceErrorCodeMaxLength } from '../limits.ts'

/** developers.google.com/workspace/drive/api/guides/handle-errors */
const Refusal = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).optional(), status: z.string().optional() }),
})

/** @param body parsed body of the error response */
export function createDriveError(status: number, headers: Headers, body: unknown): ServiceError {
  const read = Refusal.safeParse(body)
  const reason = read.data?.error.errors?.[0]?.reason ?? read.data?.error.status ?? `http_${status}`
  return new ServiceError('google_drive', classifyDriveError(status, reason), {
    status,
    code: reason.slice(0, serviceErrorCodeMaxLength),
    retryAfterMs: retryAfterMs(headers),
  })
}

/** Converts an error of Google's client without the request that it contains. */
export function toDriveError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (!(error instanceof gaxios.GaxiosError))
    return new ServiceError('google_drive', 'unknown', { status: 0, code: 'unreachable', cause: error })
  if (error.cause instanceof ServiceError) return error.cause
  if (error.response) return createDriveError(error.response.status, error.response.headers, error.response.data)
  return new ServiceError('google_drive', 'unknown', { status: 0, code: 'unreachable', cause: error.cause })
}

const temporaryReasons = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'dailyLimitExceeded',
  'sharingRateLimitExceeded',
])
const scopeReasons = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'PERMISSION_DENIED'])

function classifyDriveError(status: number, reason: string): ServiceRefusal {
  if (status === 429 || status >= 500 || status === 408 || temporaryReasons.has(reason)) return 'later'
  if (status === 401) return 'unauthorized'
  if (status === 403) {
    if (reason === 'storageQuotaExceeded') return 'quota'
    // The file exists, but Mailroom did not create it.
    if (reason === 'appNotAuthorizedToFile') return 'gone'
    return scopeReasons.has(reason) ? 'scope' : 'refused'
  }
  if (status === 404 || status === 410) return 'gone'
  return status === 409 ? 'conflict' : 'refused'
}
