import { randomUUID } from 'node:crypto'
import { post } from '../../kit/post.ts'
import type { World } from '../../kit/world.ts'

/** Texts that the product may not take apart: spaces, a colon, a plus, a percent sign, quotes, an angle bracket. */
function newToken(): string {
  return `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()} + "100%" <ok>`
}

/** Asks the address to show itself. Answers null, or what was wrong. */
export async function validationProblem(world: World, url: string, mailbox: string): Promise<string | null> {
  const { config, journal, clock } = world
  const token = newToken()
  const target = new URL(url)
  const query = new URLSearchParams({ validationToken: token }).toString()
  target.search = target.search ? `${target.search}&${query}` : `?${query}`
  const at = clock.iso()
  const result = await post(target.href, {
    contentType: 'text/plain; charset=utf-8',
    body: '',
    timeoutMs: config.validationTimeoutMs,
    followRedirects: config.followRedirects,
  })
  const status = result.answered ? result.status : 0
  const response = result.answered ? result.text : result.reason
  const rest = { body: '', status, response, mailbox, requestId: null, concurrency: 1, faults: [] }
  journal.add({
    service: 'graph-notify',
    at,
    method: 'POST',
    url: target.href,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    ...rest,
  })
  if (!result.answered) {
    return result.timedOut
      ? 'Subscription validation request timed out.'
      : `Subscription validation request failed. Notification endpoint is not reachable.`
  }
  const proper = result.status === 200 && /^text\/plain\b/i.test(result.contentType) && result.text === token
  if (proper) return null
  if (result.status !== 200) return 'Subscription validation request failed. Must respond with 200 OK to this request.'
  return 'Subscription validation request failed. Response must be the validation token as plain text.'
}
