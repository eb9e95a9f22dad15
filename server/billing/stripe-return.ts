import { perIp, raw } from '../http/route.ts'
import { StripeError } from '../vendors/stripe-error.ts'
import { attemptOfSession } from './attempt-queries.ts'
import { doneUrl, returnPath } from './paths.ts'
import { syncHeld } from './sync-customer.ts'
import { syncSoon, withBilling } from './with-billing.ts'

/**
 * Where Stripe sends the browser after a purchase. That somebody comes here proves nothing: it has Stripe read anew, as an event does, so that
 * the page is right even where the event is late. Only sessions that we made ourselves are looked at.
 */
export const stripeReturn = raw({
  method: 'GET',
  path: returnPath,
  auth: 'none',
  limit: perIp(120, 'minute'),
  maxBytes: 0,
  async handle(ctx, { url, requestId }) {
    const sessionId = (url.searchParams.get('session_id') ?? '').slice(0, 255)
    const attempt = sessionId === '' ? null : await ctx.db.asService((tx) => attemptOfSession(tx, sessionId))
    if (attempt && ctx.vendors.stripe) {
      try {
        await withBilling(ctx, attempt.user_id, (stripe) => syncHeld(ctx, stripe, attempt.user_id))
      } catch (error) {
        if (!(error instanceof StripeError))
          ctx.events.requestFailed({ requestId, method: 'GET', route: returnPath, error })
        await syncSoon(ctx, attempt.user_id)
      }
    }
    const location = attempt ? doneUrl(ctx, 'session_id', sessionId) : `${ctx.config.publicUrl}/subscription`
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
  },
})
