import type { StripeConfig } from '../service-settings.ts'
import { stripeCatalogue, type StripeCatalogue } from './stripe-catalogue.ts'
import { stripeCheckout, type StripeCheckout } from './stripe-checkout.ts'
import { stripeCustomers, type StripeCustomers } from './stripe-customers.ts'
import { stripeEvents, type StripeEvents } from './stripe-events.ts'
import { createStripeLibrary } from './stripe-library.ts'
import { createTurns, type Turns } from './turns.ts'
import { stripeSubscriptions, type StripeSubscriptions } from './stripe-subscriptions.ts'

/** Every call may throw a StripeError. Amounts are US cents. */
export interface StripeClient
  extends StripeCustomers,
    StripeCheckout,
    StripeSubscriptions,
    StripeCatalogue,
    StripeEvents {
  mode: StripeConfig['mode']
  /** Who may call when, in this process. */
  turns: Turns
}

export function createStripe(config: StripeConfig): StripeClient {
  const call = createStripeLibrary(config)
  return {
    mode: config.mode,
    turns: createTurns(),
    ...stripeCustomers(call),
    ...stripeCheckout(call),
    ...stripeSubscriptions(call),
    ...stripeCatalogue(call),
    ...stripeEvents(call),
  }
}
