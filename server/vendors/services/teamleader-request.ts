import type { z } from 'zod'
import type { TeamLeaderConfig } from '../../service-settings.ts'
import type { HttpResponse } from '../http/http-client.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { ServiceError } from './service-error.ts'
import { parseServiceResponse, errorFromStatus, sendToService } from './service-http.ts'

/** TeamLeader's rate limit: 200 calls in a sliding window of one minute. */
const teamLeaderRateLimitWindowMs = 60_000

export const teamleaderVersion = '2023-09-26'

export interface TeamLeaderAccess {
  config: TeamLeaderConfig
  token: string
}

/**
 * Calls the TeamLeader API (developer.focus.teamleader.eu): each call is a POST of JSON to `resource.action`.
 * @throws ServiceError
 */
export async function callTeamLeader<S extends z.ZodType>(
  at: TeamLeaderAccess,
  request: { call: string; body: object },
  shape: S,
): Promise<z.output<S>> {
  const answer = await sendToService({
    vendor: 'teamleader',
    method: 'POST',
    url: `${at.config.apiUrl}/${request.call}`,
    headers: {
      authorization: `Bearer ${at.token}`,
      accept: 'application/json',
      'content-type': 'application/json',
      'x-api-version': teamleaderVersion,
    },
    body: JSON.stringify(request.body),
  })
  if (answer.status !== 200 && answer.status !== 201) throw parseTeamLeaderError(answer)
  return parseServiceResponse('teamleader', answer, shape)
}

function parseTeamLeaderError(answer: HttpResponse): ServiceError {
  const { status, headers } = answer
  const code = `http_${status}`
  if (status === 404) return new ServiceError('teamleader', 'gone', { status, code })
  if (status === 429)
    return new ServiceError('teamleader', 'later', {
      status,
      code,
      retryAfterMs: retryAfterMs(headers) ?? rateLimitResetMs(headers),
    })
  return errorFromStatus('teamleader', answer)
}

/** Milliseconds until the rate limit resets, by TeamLeader's own clock. */
function rateLimitResetMs(headers: Headers): number {
  const delayMs = Date.parse(headers.get('x-ratelimit-reset') ?? '') - Date.parse(headers.get('date') ?? '')
  return Number.isFinite(delayMs)
    ? Math.min(Math.max(1000, delayMs), teamLeaderRateLimitWindowMs)
    : teamLeaderRateLimitWindowMs
}
