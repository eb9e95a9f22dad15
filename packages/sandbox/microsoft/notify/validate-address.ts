import { randomUUID } from 'node:crypto'
import { setTimeout as realDelay } from 'node:timers/promises'
import { post, type PostResult } from '../../kit/post.ts'
import type { MicrosoftSandbox } from '../state.ts'

/** A token with characters that a receiver must not decode or escape: spaces, colon, plus, percent sign, quotes. */
function newToken(): string {
  return `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()} + "100%"`
}

/** Validates a notification address. @returns the problem, or null */
export async function validationError(sandbox: MicrosoftSandbox, url: string, mailbox: string): Promise<string | null> {
  const fault = sandbox.faults.consume({ service: 'graph-validate', method: 'POST', path: url, mailbox })
  if (fault?.delayMs) await realDelay(fault.delayMs)
  const odd = fault?.action === 'html' ? '<script>alert(1)</script>' : ''
  if (fault?.action === 'twice') await ask(sandbox, url, mailbox, newToken())
  const contentType = fault?.action === 'contentType' ? 'application/octet-stream' : 'text/plain; charset=utf-8'
  return ask(sandbox, url, mailbox, `${newToken()}${odd}`, contentType)
}

async function ask(
  sandbox: MicrosoftSandbox,
  url: string,
  mailbox: string,
  token: string,
  contentType = 'text/plain; charset=utf-8',
) {
  const { config, journal, clock } = sandbox
  const target = new URL(url)
  const query = new URLSearchParams({ validationToken: token }).toString()
  target.search = target.search ? `${target.search}&${query}` : `?${query}`
  const at = clock.stamp()
  const { validationTimeoutMs: timeoutMs, followRedirects } = config
  const result = await post(target.href, { contentType, body: '', timeoutMs, followRedirects })
  const status = result.responded ? result.status : 0
  const response = result.responded ? result.text : result.reason
  const rest = { body: '', status, response, mailbox, requestId: null, concurrency: 1, faults: [] }
  const headers = { 'content-type': contentType }
  journal.add({ service: 'graph-notify', at, method: 'POST', url: target.href, headers, ...rest })
  return problemOf(result, token)
}

function problemOf(result: PostResult, token: string): string | null {
  if (!result.responded) {
    return result.timedOut
      ? 'Subscription validation request timed out.'
      : 'Subscription validation request failed. Notification endpoint is not reachable.'
  }
  if (result.status !== 200) return 'Subscription validation request failed. Must respond with 200 OK to this request.'
  if (/^text\/plain\b/i.test(result.contentType) && result.text === token) return null
  return 'Subscription validation request failed. Response must be the validation token as plain text.'
}
