import type { Stripe } from 'stripe'

type EventType = Stripe.Event['type']

/** Events that end a checkout session, with the resulting state of its attempt. */
const checkoutOutcomes = {
  'checkout.session.completed': 'done',
  'checkout.session.async_payment_succeeded': 'done',
  'checkout.session.expired': 'expired',
  'checkout.session.async_payment_failed': 'failed',
} as const satisfies Partial<Record<EventType, string>>

export const checkoutOutcome = (type: string): 'done' | 'expired' | 'failed' | null =>
  Object.entries(checkoutOutcomes).find(([name]) => name === type)?.[1] ?? null

/** Refunds, disputes and failed invoices: the operator is alerted; nothing changes automatically. */
export const alertEventTypes = [
  'charge.refunded',
  'charge.dispute.created',
  'invoice.finalization_failed',
] as const satisfies EventType[]

const customerEvents = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
] as const satisfies EventType[]

/** Event types that our webhook endpoint subscribes to. */
export const webhookEventTypes: readonly string[] = [
  ...Object.keys(checkoutOutcomes),
  ...customerEvents,
  ...alertEventTypes,
]
