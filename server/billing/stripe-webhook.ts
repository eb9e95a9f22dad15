import { fail } from '../errors.ts'
import { raw } from '../http/route.ts'
import { verifiedEvent } from '../vendors/stripe-events.ts'
import { webhookPath } from './paths.ts'
import { takeEvent } from './take-event.ts'

const maxBytes = 2 ** 20

/**
 * Stripe's events. The signature is over the bytes as they came. Answers 200 when the event is committed, known already or not for us; to any
 * other answer Stripe sends it again for days. Nothing slow happens here, and no limit drops a burst.
 * @throws Failure `bad_request` where it is not genuine, too old, from the future, or of the other of live and test
 */
export const stripeWebhook = raw({
  method: 'POST',
  path: webhookPath,
  auth: 'own',
  limit: null,
  maxBytes,
  async handle(ctx, { request, body }) {
    const stripe = ctx.config.stripe ?? fail('billing_not_configured')
    const header = request.headers.get('stripe-signature') ?? ''
    const event = verifiedEvent(body, header, { secrets: stripe.webhookSecrets, now: ctx.clock.now() })
    if (!event) {
      ctx.events.stripeEventRefused({ reason: 'signature' })
      fail('bad_request')
    }
    if (event.livemode !== (stripe.mode === 'live')) {
      ctx.events.stripeEventRefused({ reason: 'livemode' })
      fail('bad_request')
    }
    await takeEvent(ctx, stripe.mode, event)
    return new Response(null, { status: 200 })
  },
})
