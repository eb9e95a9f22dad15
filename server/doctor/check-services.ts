import { Provider, providerNames } from '../../contract/providers.ts'
import { stripeWebhookPath } from '../billing/catalogue/billing-urls.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { providerPaths } from '../connections/provider-paths.ts'
import type { StripeConfig } from '../service-settings.ts'
import { createServices } from '../vendors/create-services.ts'
import type { ServiceAuth } from '../vendors/services/service-auth.ts'
import { createStripe } from '../vendors/stripe/stripe.ts'
import { StripeError } from '../vendors/stripe/stripe-error.ts'
import { VendorError } from '../vendors/http/vendor-error.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

export async function checkServices(config: Config, clock: Clock): Promise<Finding[]> {
  const services = createServices(config, clock)
  const clients = Provider.options.map(async (provider) => {
    const service = services[provider]
    return service ? [await checkOAuthClient(config, provider, service.auth)] : []
  })
  return [...(await checkStripe(config)), ...(await Promise.all(clients)).flat()]
}

/** Redeems a code that cannot exist: a service that knows the client and its secret refuses only the code. */
async function checkOAuthClient({ publicUrl }: Config, provider: Provider, auth: ServiceAuth): Promise<Finding> {
  const check = providerNames[provider]
  const prefix = provider === 'google_drive' ? 'GOOGLE' : provider.toUpperCase()
  const redirectUri = `${publicUrl}/api/${providerPaths[provider]}/callback`
  const accepted = ok(check, `accepts the client; ${redirectUri} must be registered there`)
  try {
    await auth.redeem({ code: 'doctor', codeVerifier: 'd'.repeat(43), redirectUri })
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.status === 0) return warning(check, `does not respond (${error.code})`, 'Allow outgoing HTTPS to it.')
    if (/client/.test(error.code) || error.status === 401)
      return failure(
        check,
        `refuses the client (${error.code})`,
        `Copy ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET again from the app at ${check}.`,
      )
    if (/redirect/.test(error.code))
      return failure(check, `${redirectUri} is not registered`, `Add exactly this address to the app at ${check}.`)
    if (error.code === 'invalid_grant') return accepted
    return warning(
      check,
      `the client could not be checked (${error.status} ${error.code})`,
      `Try again later. Where a proxy is between this machine and ${check}, let it pass the requests unchanged.`,
    )
  }
  return accepted
}

const check = 'Stripe'

async function checkStripe({ stripe, publicUrl, production }: Config): Promise<Finding[]> {
  if (!stripe)
    return [ok(check, 'is not configured: there are no plans; npx mailroom users limit limits the emails of a user')]
  const found = await checkStripeAccount(stripe, publicUrl)
  if (!production || stripe.mode === 'live') return found
  const text = 'STRIPE_SECRET_KEY is a test key in production: no payment is real'
  return [warning(check, text, 'Set the live key (rk_live_… or sk_live_…) and the secret of its endpoint.'), ...found]
}

async function checkStripeAccount(settings: StripeConfig, publicUrl: string): Promise<Finding[]> {
  const endpointCheck = 'Stripe endpoint'
  const stripe = createStripe(settings)
  const endpoint = `${publicUrl}${stripeWebhookPath}`
  try {
    const isReported = await stripe.hasWebhookEndpoint(endpoint)
    const accepted = ok(check, `accepts the key (${settings.mode})`)
    if (isReported) return [accepted, ok(endpointCheck, `reports to ${endpoint}`)]
    if (settings.setUp === 'automatic')
      return [accepted, ok(endpointCheck, 'is created with the prices when the server first needs them')]
    return [accepted, failure(endpointCheck, `Stripe does not report to ${endpoint}`, 'Run npx mailroom stripe setup.')]
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    if (error.transient)
      return [warning(check, `does not respond (${error.code})`, 'Allow outgoing HTTPS to api.stripe.com.')]
    return [
      failure(
        check,
        `refuses STRIPE_SECRET_KEY (${error.status} ${error.code})`,
        'Copy the key again; a restricted key needs the permissions that docs/settings.md lists.',
      ),
    ]
  }
}
