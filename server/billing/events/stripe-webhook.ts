import { fail } from '../../errors.ts'
import { rawRoute } from '../../http/routing/route.ts'
import { verifyStripeEvent } from '../../vendors/stripe/stripe-events.ts'
import { loadStripe } from '../../vendors/stripe/stripe-sdk.ts'
import { stripeWebhookPath } from '../catalogue/billing-urls.ts'
import { handleStripeEvent } from './handle-stripe-event.ts'

const stripeWebhookMaxBytes = 1024 * 1024

/**
 * Receives Stripe's events. The signature covers the raw body. Responds 200 once the event is committed, already
 * known, or not ours, such as a live event in test mode; Stripe retries every other response for days. Nothing slow
 * happens here, and there is no rate limit.
 * @throws AppError `bad_request` for an invalid or expired signature
 */
export const stripeWebhook = rawRoute({
  method: 'POST',
  path: stripeWebhookPath,
  auth: 'own',
  limit: null,
  maxBytes: stripeWebhookMaxBytes,
  async handle(ctx, { request, body }) {
    const stripe = ctx.config.stripe ?? fail('billing_not_configured')
    const header = request.headers.get('stripe-signature') ?? ''
    const { webhooks } = await loadStripe()
    const event = verifyStripeEvent(webhooks, body, header, { secrets: stripe.webhookSecrets, now: ctx.clock.now() })
    if (!event) {
      ctx.events.stripeEventRefused({ reason: 'signature' })
      fail('bad_request')
    }
    if (event.livemode !== (stripe.mode === 'live')) {
      ctx.events.stripeEventRefused({ reason: 'livemode' })
      return new Response(null, { status: 200 })
    }
    await handleStripeEvent(ctx, stripe.mode, event)
    return new Response(null, { status: 200 })
  },
})
