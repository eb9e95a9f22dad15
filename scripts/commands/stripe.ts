import { setUpStripe } from '../../server/billing/catalogue/set-up-stripe.ts'
import { StartupError } from '../../server/startup-error.ts'
import { StripeError } from '../../server/vendors/stripe/stripe-error.ts'
import type { Command } from './command.ts'

/** Idempotent: run it again after each change of plans, add-ons, prices or PUBLIC_URL. */
export const stripeCommand: Command = {
  name: 'stripe setup',
  argumentNames: '',
  args: { min: 0, max: 0 },
  help: 'creates products, prices, customer portal and webhook endpoint at Stripe from the tables; repeatable',
  async run(ctx) {
    const { stripe } = ctx.vendors
    if (!stripe)
      throw new StartupError(
        'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET first. Until the endpoint exists, any whsec_… works as the ' +
          'webhook secret.',
      )
    const { prices, webhookSecret } = await setUpStripe(ctx, stripe).catch(explain)
    return [
      ...prices.map(
        ({ name, unitAmount, priceId, made }) =>
          `${made ? 'created' : 'exists '}  ${name}: ${(unitAmount / 100).toFixed(2)} USD a month, ${priceId}`,
      ),
      `The portal and the webhook endpoint of ${ctx.config.publicUrl} are set up (${stripe.mode}).`,
      ...(webhookSecret === null
        ? []
        : [
            '',
            'The endpoint was created. Stripe shows its secret only once; set it and start the server:',
            `  STRIPE_WEBHOOK_SECRET=${webhookSecret}`,
          ]),
    ]
  },
}

function explain(error: unknown): never {
  if (!(error instanceof StripeError)) throw error
  throw new StartupError(
    `Stripe ${error.status === 0 ? 'did not respond' : 'refused the request'} (${error.status} ${error.code}` +
      `${error.param && `, ${error.param}`}). Completed steps are kept; run this command again.`,
  )
}
