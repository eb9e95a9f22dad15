import { gaxios } from 'google-auth-library'
import { z } from 'zod'
import { retryAfterMs } from '../http.ts'
import { ServiceError, type ServiceRefusal } from '../service-error.ts'

/** developers.google.com/workspace/drive/api/guides/handle-errors */
const Refusal = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).optional(), status: z.string().optional() }),
})

/** @param body of a refusal, as data */
export function driveError(status: number, headers: Headers, body: unknown): ServiceError {
  const read = Refusal.safeParse(body)
  const reason = read.data?.error.errors?.[0]?.reason ?? read.data?.error.status ?? `http_${status}`
  return new ServiceError('google_drive', refusalOf(status, reason), {
    status,
    code: reason.slice(0, 100),
    retryAfterMs: retryAfterMs(headers),
  })
}

/** What Google's own client throws; its errors carry the request, which is left behind here. */
export function asDriveError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (!(error instanceof gaxios.GaxiosError))
    return new ServiceError('google_drive', 'unknown', { status: 0, code: 'unreachable', cause: error })
  if (error.cause instanceof ServiceError) return error.cause
  if (error.response) return driveError(error.response.status, error.response.headers, error.response.data)
  return new ServiceError('google_drive', 'unknown', { status: 0, code: 'unreachable', cause: error.cause })
}

const waits = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded', 'sharingRateLimitExceeded'])
const scopes = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'PERMISSION_DENIED'])

function refusalOf(status: number, reason: string): ServiceRefusal {
  if (status === 429 || status >= 500 || status === 408 || waits.has(reason)) return 'later'
  if (status === 401) return 'unauthorized'
  if (status === 403) {
    if (reason === 'storageQuotaExceeded') return 'quota'
    // Neither of the two is a file of ours to see.
    if (reason === 'appNotAuthorizedToFile') return 'gone'
    return scopes.has(reason) ? 'scope' : 'refused'
  }
  if (status === 404 || status === 410) return 'gone'
  return status === 409 ? 'conflict' : 'refused'
}
