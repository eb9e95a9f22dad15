import { perIp, rawRoute } from '../../http/routing/route.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { findCheckoutAttemptBySession } from './checkout-attempt-queries.ts'
import { completionUrl, stripeReturnPath } from '../catalogue/billing-urls.ts'
import { syncLockedCustomer } from '../entitlements/sync-customer.ts'
import { enqueueSync, withBillingLock } from '../customers/billing-lock.ts'

/**
 * Stripe redirects the browser here after a checkout. The request proves nothing: it only triggers a sync, so that the
 * page is correct even if the event is late. Sessions that Mailroom did not create are ignored.
 */
export const stripeReturn = rawRoute({
  method: 'GET',
  path: stripeReturnPath,
  auth: 'none',
  limit: perIp(120, 'minute'),
  maxBytes: 0,
  async handle(ctx, { url, requestId }) {
    const sessionId = url.searchParams.get('session_id') ?? ''
    const isSessionId = /^cs_\w{1,250}$/.test(sessionId)
    const attempt = isSessionId ? await ctx.db.asService((tx) => findCheckoutAttemptBySession(tx, sessionId)) : null
    if (attempt && ctx.vendors.stripe) {
      try {
        await withBillingLock(ctx, attempt.user_id, (stripe) => syncLockedCustomer(ctx, stripe, attempt.user_id))
      } catch (error) {
        if (!(error instanceof VendorError))
          ctx.events.requestFailed({ requestId, method: 'GET', route: stripeReturnPath, error })
        await enqueueSync(ctx, attempt.user_id)
      }
    }
    const location = attempt ? completionUrl(ctx, 'session_id', sessionId) : `${ctx.config.publicUrl}/subscription`
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
  },
})
