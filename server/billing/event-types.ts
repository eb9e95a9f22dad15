import type { Stripe } from 'stripe'

type EventType = Stripe.Event['type']

/** What became of a purchase on Stripe's page. */
const sessionEndings = {
  'checkout.session.completed': 'done',
  'checkout.session.async_payment_succeeded': 'done',
  'checkout.session.expired': 'expired',
  'checkout.session.async_payment_failed': 'failed',
} as const satisfies Partial<Record<EventType, string>>

export const endingOf = (type: string): 'done' | 'expired' | 'failed' | null =>
  Object.entries(sessionEndings).find(([name]) => name === type)?.[1] ?? null

/** Money went back, or an invoice cannot be made: somebody should look, and nothing changes by itself. */
export const operatorEvents = [
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

/** What our webhook endpoint asks for. */
export const eventTypes: readonly string[] = [...Object.keys(sessionEndings), ...customerEvents, ...operatorEvents]
