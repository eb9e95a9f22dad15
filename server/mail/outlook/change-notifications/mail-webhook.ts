import type { Context } from '../../../context.ts'
import { fail } from '../../../errors.ts'
import { rawRoute, type RawCall } from '../../../http/routing/route.ts'
import { warnOfRefused } from './warn-of-refused.ts'
import { parseChangeNotifications } from './parse-change-notifications.ts'
import { recordChangeNotifications } from './record-change-notifications.ts'

/** Body of a webhook request: more than 5,000 change notifications. */
const webhookMaxBytes = 8 * 1024 * 1024
const validationTokenMaxLength = 1024

export const webhookPath = '/api/mail-webhook'

/**
 * The webhook for Graph's change notifications. Responds 202 once they are committed, and also to unknown ones: a
 * forged request learns nothing. Calls nothing outside, because Graph expects a fast response.
 */
export const mailWebhook = rawRoute({
  method: 'POST',
  path: webhookPath,
  auth: 'own',
  limit: null,
  maxBytes: webhookMaxBytes,
  async handle(ctx, call) {
    const token = call.url.searchParams.get('validationToken')
    if (token !== null) return validationResponse(token)
    await acceptNotifications(ctx, call.body)
    return new Response(null, { status: 202 })
  },
  accept: acceptNotifications,
})

async function acceptNotifications(ctx: Context, body: Buffer): Promise<void> {
  const { items, unreadable } = parseChangeNotifications(body) ?? fail('bad_request')
  if (unreadable > 0) {
    ctx.events.changeNotificationsReceived({ accepted: 0, refused: unreadable })
    await warnOfRefused(ctx, unreadable)
  }
  if (items.length > 0) await recordChangeNotifications(ctx, items)
}

/**
 * Graph validates the webhook while our request for a subscription is still open. The token is untrusted input that
 * must be returned unchanged: plain text with headers that keep a browser from rendering it.
 */
function validationResponse(token: string): Response {
  if (token.length > validationTokenMaxLength || /[<>\p{Cc}]/u.test(token)) fail('bad_request')
  return new Response(token, {
    status: 200,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    },
  })
}

/** The documented URL. Redirects with method, body and query to the URL that we register. */
export const emailWebhook = rawRoute({
  method: 'ALL',
  path: '/api/email-webhook',
  auth: 'none',
  limit: null,
  maxBytes: webhookMaxBytes,
  handle: (_ctx, { url }: RawCall) =>
    new Response(null, { status: 308, headers: { location: `${webhookPath}${url.search}` } }),
})
