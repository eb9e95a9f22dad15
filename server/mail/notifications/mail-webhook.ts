import { fail } from '../../errors.ts'
import { raw, type RawCall } from '../../http/route.ts'
import { readNotifications } from './payload.ts'
import { recordNotifications } from './record-notifications.ts'

export const webhookPath = '/api/mail-webhook'

/** More than 5,000 notifications; Graph sends far fewer in a post. */
const maxBytes = 8 * 1024 * 1024
const tokenMaxLength = 1024

/** Graph's notifications. Answers 202 when they are committed, or were not for us: a forger learns nothing. Nothing slow happens here. */
export const mailWebhook = raw({
  method: 'POST',
  path: webhookPath,
  auth: 'own',
  limit: null,
  maxBytes,
  async handle(ctx, call) {
    const token = call.url.searchParams.get('validationToken')
    if (token !== null) return answerHandshake(token)
    const notifications = readNotifications(call.body) ?? fail('bad_request')
    const { items, unreadable } = notifications
    if (unreadable > 0) ctx.events.notificationsReceived({ accepted: 0, refused: unreadable })
    if (items.length > 0) await recordNotifications(ctx, items)
    return new Response(null, { status: 202 })
  },
})

/**
 * Graph calls here while our own request for a subscription is still open, so this asks nobody anything. The token comes from a
 * stranger's URL and goes back as it is: plain text, never taken for a page (checklist E1).
 */
function answerHandshake(token: string): Response {
  if (token.length > tokenMaxLength || /[<>\p{Cc}]/u.test(token)) fail('bad_request')
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

/** The address that the specification names: method, body and query go on to the one we register (decision T10). */
export const emailWebhook = raw({
  method: 'ALL',
  path: '/api/email-webhook',
  auth: 'none',
  limit: null,
  maxBytes,
  handle: (_ctx, { url }: RawCall) =>
    new Response(null, { status: 308, headers: { location: `${webhookPath}${url.search}` } }),
})
