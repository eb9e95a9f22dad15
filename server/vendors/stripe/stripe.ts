import type { StripeConfig } from '../../service-settings.ts'
import { stripeCatalogue, type StripeCatalogue } from './stripe-catalogue.ts'
import { stripeCheckout, type StripeCheckout } from './stripe-checkout.ts'
import { stripeCustomers, type StripeCustomers } from './stripe-customers.ts'
import { stripeEvents, type StripeEvents } from './stripe-events.ts'
import { createStripeSdk, type CallGuard } from './stripe-sdk.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../http/concurrency-limiter.ts'
import { stripeSubscriptions, type StripeSubscriptions } from './stripe-subscriptions.ts'

/** Every function may throw a StripeError. Amounts are US cents. */
export interface StripeClient
  extends StripeCustomers,
    StripeCheckout,
    StripeSubscriptions,
    StripeCatalogue,
    StripeEvents {
  mode: StripeConfig['mode']
  setUp: StripeConfig['setUp']
  limiter: ConcurrencyLimiter
}

export function createStripe(config: StripeConfig, guard: CallGuard = (call) => call()): StripeClient {
  const call = createStripeSdk(config, guard)
  return {
    mode: config.mode,
    setUp: config.setUp,
    limiter: createConcurrencyLimiter(),
    ...stripeCustomers(call),
    ...stripeCheckout(call),
    ...stripeSubscriptions(call),
    ...stripeCatalogue(call),
    ...stripeEvents(call),
  }
}
