import { createHash } from 'node:crypto'
import type { World } from '../kit/world.ts'
import type { CheckoutSession, PortalConfiguration, PortalSession } from './hosted-model.ts'
import type {
  Customer,
  Invoice,
  Price,
  Product,
  Rendered,
  StripeEvent,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from './model.ts'
import type { Charge, PaymentIntent, PaymentMethod, Refund } from './payment-model.ts'
import { defaultSettings, type Settings } from './settings.ts'
import { createWebhooks, type Webhooks } from './webhooks/state.ts'

export const API_VERSION = '2026-10-28.endive'

/** What a restricted key may do; a resource that is not named is closed to it. `write` includes reading. */
export type Rights = 'all' | Readonly<Record<string, 'read' | 'write'>>

/** An answer kept for a repeated `Idempotency-Key`; null while the first call is still under way. */
export type KeptAnswer = { fingerprint: string; expiresAt: number; answer: { status: number; body: string } | null }

export type Stripe = {
  /** Counts resets, so that no id of before is met again. */
  epoch: number
  /** How many ids there ever were: they are made from it, so that the same calls give the same ids. */
  counter: number
  settings: Settings
  keys: Map<string, Rights>
  customers: Map<string, Customer>
  products: Map<string, Product>
  prices: Map<string, Price>
  payment_methods: Map<string, PaymentMethod>
  subscriptions: Map<string, Subscription>
  invoices: Map<string, Invoice>
  payment_intents: Map<string, PaymentIntent>
  charges: Map<string, Charge>
  refunds: Map<string, Refund>
  checkout_sessions: Map<string, CheckoutSession>
  portal_sessions: Map<string, PortalSession>
  portal_configurations: Map<string, PortalConfiguration>
  /** What the API tells of a subscription in place of the truth, by its id: values that clients do not know yet. */
  distortions: Map<string, Rendered>
  /** Payment methods that wait for their owner's yes at the bank, by the invoice or portal session they are typed in for. */
  authenticating: Map<string, PaymentMethod>
  events: Map<string, StripeEvent>
  webhook_endpoints: Map<string, WebhookEndpoint>
  webhooks: Webhooks
  test_clocks: Map<string, TestClock>
  kept_answers: Map<string, KeptAnswer>
  /** Told of each event as it happens. Stays over a reset. */
  listeners: Set<(event: StripeEvent) => void>
  /** Ends the timer of what falls due next; see `billing/due.ts`. */
  cancelTimer: () => void
}

export const SANDBOX_KEY = 'sk_test_mailroom_sandbox'

/** What the product needs, for trying it with a restricted key (https://docs.stripe.com/keys/restricted-api-keys). */
const RESTRICTED: Rights = {
  customers: 'write',
  checkout_sessions: 'write',
  billing_portal: 'write',
  subscriptions: 'write',
  invoices: 'write',
  prices: 'read',
  products: 'read',
  events: 'read',
}

export function createStripe(): Stripe {
  return {
    epoch: 0,
    counter: 0,
    settings: defaultSettings(),
    keys: new Map([
      [SANDBOX_KEY, 'all'],
      ['rk_test_mailroom_sandbox', RESTRICTED],
    ]),
    customers: new Map(),
    products: new Map(),
    prices: new Map(),
    payment_methods: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    payment_intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    checkout_sessions: new Map(),
    portal_sessions: new Map(),
    portal_configurations: new Map(),
    authenticating: new Map(),
    distortions: new Map(),
    events: new Map(),
    webhook_endpoints: new Map(),
    webhooks: createWebhooks(),
    test_clocks: new Map(),
    kept_answers: new Map(),
    listeners: new Set(),
    cancelTimer: () => {},
  }
}

export function resetStripe(stripe: Stripe): void {
  stripe.cancelTimer()
  Object.assign(stripe, createStripe(), { epoch: stripe.epoch + 1, listeners: stripe.listeners })
}

/** `cus_` and 24 letters and digits, as Stripe's ids are. */
export function newId(stripe: Stripe, prefix: string): string {
  const digest = createHash('sha256')
    .update(`${stripe.epoch} ${prefix} ${++stripe.counter}`)
    .digest('base64url')
  return `${prefix}_${digest.replaceAll(/[-_]/g, '').slice(0, 24)}`
}

/** The present in Unix seconds; that of the test clock for what belongs to one. */
export function nowOf({ clock, stripe }: World, testClock: string | null): number {
  const frozen = testClock === null ? undefined : stripe.test_clocks.get(testClock)
  return frozen?.frozen_time ?? Math.floor(clock.now() / 1000)
}
