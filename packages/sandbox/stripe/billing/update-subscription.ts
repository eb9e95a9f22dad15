import type { Context } from '../events.ts'
import { invalid, StripeError } from '../errors.ts'
import { merged } from '../metadata.ts'
import type { Invoice, Metadata, Subscription, SubscriptionItem } from '../model.ts'
import { AWAY, type PaymentResult, type Presence } from './cards.ts'
import { cancelLater } from './cancel-later.ts'
import { changeSubscription } from './changes.ts'
import { nowFor, paymentMethodIn } from './find.ts'
import { draftInvoice, issueInvoice } from './invoices.ts'
import { changeItems, type ItemChange } from './items.ts'
import { defaultCard, payInvoice, tryCard } from './pay.ts'
import { noCard, refusedPayment } from './payment-errors.ts'
import { dropPendingUpdate } from './pending-update.ts'

export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none'
export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete'

/** What `POST /v1/subscriptions/{id}` takes; what is undefined stays as it is. */
export type SubscriptionUpdate = {
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

const PENDING_HOURS = 23

/** @throws StripeError 400 for a change that cannot be, 402 where `error_if_incomplete` says that nothing changes unpaid */
export function updateSubscription(context: Context, subscription: Subscription, update: SubscriptionUpdate): void {
  checkState(subscription, update)
  checkValues(context, subscription, update)
  if (update.items?.length) updateItems(context, subscription, update.items, update)
  else changeSubscription(context, subscription, () => applyFields(context, subscription, update))
}

/** The time from which the rest of the period is settled. @throws StripeError 400 outside of the period */
export function prorationDate(context: Context, subscription: Subscription, date: number | undefined): number {
  const { current_period_start: start = 0, current_period_end: end = 0 } = subscription.items[0] ?? {}
  const at = date ?? nowFor(context.world, subscription.customer)
  if (date !== undefined && (date < start || date > end)) {
    throw invalid('proration_date', "Cannot specify `proration_date` outside of the subscription's current period.")
  }
  return Math.min(Math.max(at, start), end)
}

function updateItems(
  context: Context,
  subscription: Subscription,
  changes: readonly ItemChange[],
  update: SubscriptionUpdate,
): void {
  const { world } = context
  const { proration_behavior: proration = 'create_prorations', payment_behavior: behavior = 'allow_incomplete' } =
    update
  const at = prorationDate(context, subscription, update.proration_date)
  const { items, lines } = changeItems(world, subscription, changes, { billed: proration !== 'none', at })
  if (subscription.pending_update) dropPendingUpdate(context, subscription)
  const apply = () => {
    subscription.items = items
    applyFields(context, subscription, update)
  }
  if (proration !== 'always_invoice' || lines.length === 0) {
    changeSubscription(context, subscription, apply)
    subscription.pending_lines.push(...lines)
    return
  }
  const waiting = subscription.pending_lines
  const invoice = draftInvoice(context, subscription, 'subscription_update', [...waiting, ...lines])
  const result = tryPayment(context, subscription, invoice, update)
  const unpaid = result !== null && result.outcome !== 'paid'
  if (unpaid && behavior === 'error_if_incomplete') throw refusedPayment(result)
  changeSubscription(context, subscription, () => {
    if (unpaid && behavior === 'pending_if_incomplete') hold(context, subscription, items, update)
    else apply()
    subscription.latest_invoice = invoice.id
  })
  issueInvoice(context, subscription, invoice)
  if (result) payInvoice(context, invoice, { result, presence: update.presence ?? AWAY })
  if ((unpaid || result === null) && !subscription.pending_update && subscription.status === 'active') {
    changeSubscription(context, subscription, () => {
      subscription.status = 'past_due'
    })
  }
}

/** What the saved card says to the invoice; null where nobody is asked yet. @throws StripeError 400 where there is no card */
function tryPayment(
  { world }: Context,
  subscription: Subscription,
  invoice: Invoice,
  { payment_behavior, presence = AWAY, default_payment_method }: SubscriptionUpdate,
): PaymentResult | null {
  if (invoice.amount_due === 0) return { outcome: 'paid' }
  if (payment_behavior === 'default_incomplete') return null
  const named = default_payment_method ? paymentMethodIn(world, default_payment_method, 'default_payment_method') : null
  const card = named ?? defaultCard(world, subscription)
  if (!card) throw noCard()
  return tryCard(world, invoice, card, presence)
}

function hold(
  { world }: Context,
  subscription: Subscription,
  subscription_items: SubscriptionItem[],
  { metadata, cancel_at_period_end: atEnd }: SubscriptionUpdate,
): void {
  const end = Math.min(...subscription.items.map(({ current_period_end }) => current_period_end))
  const expires_at = Math.min(end, nowFor(world, subscription.customer) + PENDING_HOURS * 3600)
  const asked = metadata === undefined ? null : merged(subscription.metadata, metadata)
  subscription.pending_update = { expires_at, metadata: asked, cancel_at_period_end: atEnd ?? null, subscription_items }
}

function applyFields({ world }: Context, subscription: Subscription, update: SubscriptionUpdate): void {
  const { default_payment_method: card, cancellation_details } = update
  subscription.metadata = merged(subscription.metadata, update.metadata)
  if (update.description !== undefined) subscription.description = update.description
  if (card !== undefined) subscription.default_payment_method = card
  const details = subscription.cancellation_details
  if (cancellation_details?.comment !== undefined) details.comment = cancellation_details.comment
  if (cancellation_details?.feedback !== undefined) details.feedback = cancellation_details.feedback
  cancelLater(world, subscription, update)
}

/** Before anything changes. */
function checkValues(
  { world }: Context,
  { customer }: Subscription,
  { cancel_at, default_payment_method }: SubscriptionUpdate,
) {
  if (default_payment_method) paymentMethodIn(world, default_payment_method, 'default_payment_method')
  if (typeof cancel_at === 'number' && cancel_at <= nowFor(world, customer)) {
    throw invalid('cancel_at', 'The cancel_at timestamp must be in the future.')
  }
}

function checkState({ status }: Subscription, update: SubscriptionUpdate): void {
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
  throw invalid(
    other,
    `When \`payment_behavior\` is set to \`pending_if_incomplete\`, \`${other}\` cannot be updated: do it in a call of its own.`,
  )
}
