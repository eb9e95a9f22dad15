import type { z } from 'zod'
import type { TeamLeaderConfig } from '../service-settings.ts'
import type { IncomingAnswer } from './http.ts'
import { ServiceError } from './service-error.ts'
import { readServiceAnswer, refusalOfStatus, sendToService } from './service-http.ts'

export const teamleaderVersion = '2023-09-26'
/** Its window of 200 calls slides over a minute. */
const longestWaitMs = 60_000

export interface TeamLeaderAccess {
  config: TeamLeaderConfig
  token: string
}

/**
 * One call (developer.focus.teamleader.eu): each is a POST of JSON to `resource.action`.
 * @throws ServiceError for every refusal, and where no answer arrived whole
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
  if (answer.status !== 200 && answer.status !== 201) throw refusalOf(answer)
  return readServiceAnswer('teamleader', answer, shape)
}

function refusalOf(answer: IncomingAnswer): ServiceError {
  const { status, headers } = answer
  const code = `http_${status}`
  if (status === 404) return new ServiceError('teamleader', 'gone', { status, code })
  if (status === 429) return new ServiceError('teamleader', 'later', { status, code, retryAfterMs: resetMs(headers) })
  return refusalOfStatus('teamleader', answer)
}

/** It says when the window is over, by its own clock, as it says what time it is there. */
function resetMs(headers: Headers): number {
  const wait = Date.parse(headers.get('x-ratelimit-reset') ?? '') - Date.parse(headers.get('date') ?? '')
  return Number.isFinite(wait) ? Math.min(Math.max(1000, wait), longestWaitMs) : longestWaitMs
}
