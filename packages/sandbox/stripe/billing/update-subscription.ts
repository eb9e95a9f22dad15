import type { StripeContext } from '../emit-event.ts'
import { invalidParam, StripeError } from '../stripe-errors.ts'
import { mergeMetadata } from '../merge-metadata.ts'
import type { Invoice, Metadata, ProrationBehavior, Subscription, SubscriptionItem } from '../stripe-objects.ts'
import { prorationDate } from './simulate-proration.ts'
import { OFF_SESSION, type PaymentResult, type Presence } from './card-behaviour.ts'
import { scheduleCancellation } from './schedule-cancellation.ts'
import { changeSubscriptionAndEmit } from './emit-changes.ts'
import { nowForCustomer, getPaymentMethod } from './object-lookup.ts'
import { draftInvoice, finalizeInvoice } from './invoice-lifecycle.ts'
import { changeSubscriptionItems, type ItemChange } from './change-subscription-items.ts'
import { defaultPaymentMethodOf, payInvoice, authorizePayment } from './pay-invoice.ts'
import { noPaymentMethodError, paymentFailedError } from './payment-errors.ts'
import { expirePendingUpdate } from './pending-update.ts'

type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'

/** Parameters of `POST /v1/subscriptions/{id}`; undefined changes nothing. */
type SubscriptionUpdate = {
  items?: readonly ItemChange[] | undefined
  proration_behavior?: ProrationBehavior | undefined
  proration_date?: number | undefined
  payment_behavior?: PaymentBehavior | undefined
  metadata?: Metadata | null | undefined
  cancel_at_period_end?: boolean | undefined
  cancel_at?: number | null | undefined
  default_payment_method?: string | null | undefined
  description?: string | null | undefined
  cancellation_details?: { comment?: string | null | undefined; feedback?: string | null | undefined } | undefined
  presence?: Presence | undefined
}

const PENDING_UPDATE_HOURS = 23

/** @throws StripeError 400 for an update that is not allowed, 402 for a failed payment with `error_if_incomplete` */
export function updateSubscription(
  context: StripeContext,
  subscription: Subscription,
  update: SubscriptionUpdate,
): void {
  checkUpdateAllowed(subscription, update)
  checkUpdateValues(context, subscription, update)
  if (update.items?.length) updateItems(context, subscription, update.items, update)
  else changeSubscriptionAndEmit(context, subscription, () => applyFields(context, subscription, update))
}

function updateItems(
  context: StripeContext,
  subscription: Subscription,
  changes: readonly ItemChange[],
  update: SubscriptionUpdate,
): void {
  const { sandbox } = context
  const { proration_behavior: proration = 'create_prorations', payment_behavior: behavior = 'allow_incomplete' } =
    update
  const at = prorationDate(context, subscription, update.proration_date)
  const { items, lines } = changeSubscriptionItems(sandbox, subscription, changes, {
    isBilled: proration !== 'none',
    at,
  })
  if (subscription.pending_update) expirePendingUpdate(context, subscription)
  const apply = () => {
    subscription.items = items
    applyFields(context, subscription, update)
  }
  if (proration !== 'always_invoice' || lines.length === 0) {
    changeSubscriptionAndEmit(context, subscription, apply)
    subscription.pending_lines.push(...lines)
    return
  }
  const waiting = subscription.pending_lines
  const invoice = draftInvoice(context, subscription, 'subscription_update', [...waiting, ...lines])
  const result = authorizeInvoicePayment(context, subscription, invoice, update)
  const unpaid = result !== null && result.outcome !== 'paid'
  if (unpaid && behavior === 'error_if_incomplete') throw paymentFailedError(result)
  changeSubscriptionAndEmit(context, subscription, () => {
    if (unpaid && behavior === 'pending_if_incomplete') setPendingUpdate(context, subscription, items, update)
    else apply()
    subscription.latest_invoice = invoice.id
  })
  finalizeInvoice(context, subscription, invoice)
  if (result) payInvoice(context, invoice, { result, presence: update.presence ?? OFF_SESSION })
  if ((unpaid || result === null) && !subscription.pending_update && subscription.status === 'active') {
    changeSubscriptionAndEmit(context, subscription, () => {
      subscription.status = 'past_due'
    })
  }
}

/**
 * Result of the saved card; null if nothing is charged yet (`default_incomplete`). @throws StripeError 400 if there is
 * no card
 */
function authorizeInvoicePayment(
  { sandbox }: StripeContext,
  subscription: Subscription,
  invoice: Invoice,
  { payment_behavior, presence = OFF_SESSION, default_payment_method }: SubscriptionUpdate,
): PaymentResult | null {
  if (invoice.amount_due === 0) return { outcome: 'paid' }
  if (payment_behavior === 'default_incomplete') return null
  const named = default_payment_method
    ? getPaymentMethod(sandbox, default_payment_method, 'default_payment_method')
    : null
  const card = named ?? defaultPaymentMethodOf(sandbox, subscription)
  if (!card) throw noPaymentMethodError()
  return authorizePayment(sandbox, invoice, card, presence)
}

function setPendingUpdate(
  { sandbox }: StripeContext,
  subscription: Subscription,
  subscription_items: SubscriptionItem[],
  { metadata, cancel_at_period_end: atEnd }: SubscriptionUpdate,
): void {
  const end = Math.min(...subscription.items.map(({ current_period_end }) => current_period_end))
  const expires_at = Math.min(end, nowForCustomer(sandbox, subscription.customer) + PENDING_UPDATE_HOURS * 3600)
  const asked = metadata === undefined ? null : mergeMetadata(subscription.metadata, metadata)
  subscription.pending_update = { expires_at, metadata: asked, cancel_at_period_end: atEnd ?? null, subscription_items }
}

function applyFields({ sandbox }: StripeContext, subscription: Subscription, update: SubscriptionUpdate): void {
  const { default_payment_method: card, cancellation_details } = update
  subscription.metadata = mergeMetadata(subscription.metadata, update.metadata)
  if (update.description !== undefined) subscription.description = update.description
  if (card !== undefined) subscription.default_payment_method = card
  const details = subscription.cancellation_details
  if (cancellation_details?.comment !== undefined) details.comment = cancellation_details.comment
  if (cancellation_details?.feedback !== undefined) details.feedback = cancellation_details.feedback
  scheduleCancellation(sandbox, subscription, update)
}

/** Runs before anything changes. */
function checkUpdateValues(
  { sandbox }: StripeContext,
  { customer }: Subscription,
  { cancel_at, default_payment_method }: SubscriptionUpdate,
) {
  if (default_payment_method) getPaymentMethod(sandbox, default_payment_method, 'default_payment_method')
  if (typeof cancel_at === 'number' && cancel_at <= nowForCustomer(sandbox, customer)) {
    throw invalidParam('cancel_at', 'The cancel_at timestamp must be in the future.')
  }
}

function checkUpdateAllowed({ status }: Subscription, update: SubscriptionUpdate): void {
  const asked = Object.entries(update).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const isOver = status === 'canceled' || status === 'incomplete_expired'
  if (isOver && asked.some((name) => name !== 'metadata' && name !== 'cancellation_details')) {
    throw new StripeError(400, 'A canceled subscription can only update its cancellation_details and metadata.')
  }
  if (status === 'incomplete' && update.items?.length) {
    throw new StripeError(
      400,
      'You cannot update the items of a subscription in `incomplete` status before its first invoice is paid.',
    )
  }
  if (update.payment_behavior !== 'pending_if_incomplete') return
  const held = new Set([
    'items',
    'proration_behavior',
    'proration_date',
    'payment_behavior',
    'metadata',
    'cancel_at_period_end',
    'presence',
  ])
  const other =
    asked.find((name) => !held.has(name)) ??
    (update.items?.some(({ deleted }) => deleted) ? 'items[deleted]' : undefined)
  if (other === undefined) return
  throw invalidParam(
    other,
    `When \`payment_behavior\` is set to \`pending_if_incomplete\`, \`${other}\` cannot be updated: do it in ` +
      `a call of its own.`,
  )
}
