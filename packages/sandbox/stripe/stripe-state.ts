import { createHash } from 'node:crypto'
import type { Kit } from '../kit/kit.ts'
import type { CheckoutSession, PortalConfiguration, PortalSession } from './checkout-and-portal-objects.ts'
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
} from './stripe-objects.ts'
import type { Charge, PaymentIntent, PaymentMethod, Refund } from './payment-objects.ts'
import { defaultSettings, type Settings } from './stripe-settings.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhook-state.ts'

export const API_VERSION = '2026-10-28.endive'

/** Permissions of a restricted key; an omitted resource is not permitted. `write` includes read. */
type KeyPermissions = 'all' | Readonly<Record<string, 'read' | 'write'>>

/** The response stored for an `Idempotency-Key`; null while the first request is in progress. */
export type IdempotentResponse = {
  fingerprint: string
  expiresAt: number
  answer: { status: number; body: string } | null
}

export type Stripe = {
  /** Number of resets, so that no earlier id is used again. */
  epoch: number
  /** Number of ids so far. Ids derive from it, so the same requests produce the same ids. */
  counter: number
  settings: Settings
  keys: Map<string, KeyPermissions>
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
  /**
   * Fields that replace the real values in API responses, by subscription id. Used to test values that clients do not
   * know yet.
   */
  subscriptionOverrides: Map<string, Rendered>
  /** Payment methods that wait for authentication, by invoice id or portal session id. */
  awaitingAuthentication: Map<string, PaymentMethod>
  events: Map<string, StripeEvent>
  webhook_endpoints: Map<string, WebhookEndpoint>
  webhooks: Webhooks
  test_clocks: Map<string, TestClock>
  idempotentResponses: Map<string, IdempotentResponse>
  /** Called with each event. Kept over a reset. */
  listeners: Set<(event: StripeEvent) => void>
  /** Cancels the timer of the next due action; see `run-due-actions.ts`. */
  cancelTimer: () => void
}

export type StripeSandbox = Kit & { stripe: Stripe }

export const SANDBOX_KEY = 'sk_test_mailroom_sandbox'

/**
 * Permissions that the product needs, for tests with a restricted key
 * (https://docs.stripe.com/keys/restricted-api-keys).
 */
const RESTRICTED_KEY_PERMISSIONS: KeyPermissions = {
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
      ['rk_test_mailroom_sandbox', RESTRICTED_KEY_PERMISSIONS],
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
    awaitingAuthentication: new Map(),
    subscriptionOverrides: new Map(),
    events: new Map(),
    webhook_endpoints: new Map(),
    webhooks: createWebhooks(),
    test_clocks: new Map(),
    idempotentResponses: new Map(),
    listeners: new Set(),
    cancelTimer: () => {},
  }
}

export function resetStripe(stripe: Stripe): void {
  stripe.cancelTimer()
  Object.assign(stripe, createStripe(), { epoch: stripe.epoch + 1, listeners: stripe.listeners })
}

/** For example `cus_` and 24 alphanumeric characters, like Stripe's ids. */
export function newId(stripe: Stripe, prefix: string): string {
  const digest = createHash('sha256')
    .update(`${stripe.epoch} ${prefix} ${++stripe.counter}`)
    .digest('base64url')
  return `${prefix}_${digest.replaceAll(/[-_]/g, '').slice(0, 24)}`
}

/** Current time in Unix seconds: of the test clock, if there is one. */
export function nowOfClock(
  { clock, stripe }: Pick<StripeSandbox, 'clock' | 'stripe'>,
  testClock: string | null,
): number {
  const frozen = testClock === null ? undefined : stripe.test_clocks.get(testClock)
  return frozen?.frozen_time ?? Math.floor(clock.now() / 1000)
}
