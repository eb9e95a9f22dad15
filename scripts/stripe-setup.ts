/**
 * `npm run stripe:setup` creates the products, prices, customer portal and webhook endpoint at Stripe from the database
 * tables. Idempotent: run it again after each change of plans, add-ons, prices or PUBLIC_URL. Reads the server's
 * settings.
 */
import { pino } from 'pino'
import { setUpStripe } from '../server/billing/set-up-stripe.ts'
import { systemClock } from '../server/clock.ts'
import { readEnvironment } from '../server/config.ts'
import { createContext } from '../server/compose.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { loadSecrets } from '../server/secrets.ts'
import { StripeError } from '../server/vendors/stripe-error.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'

reportCommandErrors()
const config = readEnvironment()
const log = pino({ level: 'silent' })
const secrets = await loadSecrets(config)
await using database = await prepareDatabase(config, secrets, (line) => console.log(line))
await using ctx = await createContext({ config, secrets, server: database.server, log, clock: systemClock })
const { stripe } = ctx.vendors
if (!stripe) {
  console.error(
    'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET first. Until the endpoint exists, any whsec_… works as the ' +
      'webhook secret.',
  )
  process.exitCode = 1
} else {
  try {
    const { prices, webhookSecret } = await setUpStripe(ctx, stripe)
    for (const { name, unitAmount, priceId, made } of prices)
      console.log(`${made ? 'created' : 'exists '}  ${name}: ${(unitAmount / 100).toFixed(2)} USD a month, ${priceId}`)
    console.log(`The portal and the webhook endpoint of ${config.publicUrl} are set up (${stripe.mode}).`)
    if (webhookSecret !== null)
      console.log(
        `\nThe endpoint was created. Stripe shows its secret only once; set it and start the server:\n  ` +
          `STRIPE_WEBHOOK_SECRET=${webhookSecret}`,
      )
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    console.error(
      `Stripe ${error.status === 0 ? 'did not respond' : 'refused the request'} (${error.status} ${error.code}` +
        `${error.param && `, ${error.param}`}). Completed steps are kept; run this command again.`,
    )
    process.exitCode = 1
  }
}
