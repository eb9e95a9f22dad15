import { invalidParam, resourceMissing } from '../stripe-errors.ts'
import type { InvoiceLine, Metadata, Price, Subscription, SubscriptionItem } from '../stripe-objects.ts'
import { mergeMetadata } from '../merge-metadata.ts'
import { newId, type StripeSandbox } from '../stripe-state.ts'
import { nowForCustomer, getPrice } from './object-lookup.ts'
import { prorationCredit, prorationDebit } from './simulate-proration.ts'

/** One of `items[]`: changes the item `id`, or adds an item if `id` is absent. */
export type ItemChange = {
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: Metadata | null | undefined
}

type ProrationOptions = { isBilled: boolean; at: number }
type ChangedItems = { items: SubscriptionItem[]; lines: InvoiceLine[] }

const MAX_ITEMS = 20

/**
 * Returns the items after the changes and, if prorations are billed, their lines from `at` on. Changes nothing. A new
 * price resets the quantity to 1 unless a quantity is given.
 * @throws StripeError 400 that names `items[n]`
 */
export function changeSubscriptionItems(
  sandbox: StripeSandbox,
  subscription: Subscription,
  changes: readonly ItemChange[],
  { isBilled, at }: ProrationOptions,
): ChangedItems {
  let items = [...subscription.items]
  const lines: InvoiceLine[] = []
  const settle = (line: InvoiceLine | null) => {
    if (isBilled && line) lines.push(line)
  }
  for (const [place, change] of changes.entries()) {
    const where = `items[${place}]`
    const old = change.id === undefined ? undefined : subscription.items.find(({ id }) => id === change.id)
    if (change.id !== undefined && !old) throw resourceMissing('subscription item', change.id, `${where}[id]`)
    if (change.deleted && !old)
      throw invalidParam(`${where}[id]`, 'An item can be deleted by its id alone.', 'parameter_missing')
    const next = change.deleted ? null : itemAfterChange(sandbox, subscription, old, change, where)
    const isSame = old && next && old.price === next.price && old.quantity === next.quantity
    if (old && !isSame) settle(prorationCredit(sandbox, subscription, old, at))
    if (next && !isSame) {
      settle(prorationDebit(sandbox, subscription, next, at))
      if (isBilled) next.lastDebit = fullPeriodDebit(sandbox, subscription, next)
    }
    items = old
      ? items.flatMap((item) => (item !== old ? [item] : next ? [next] : []))
      : next
        ? [...items, next]
        : items
  }
  checkItems(items)
  return { items, lines }
}

/** @throws StripeError 400 if the price does not match the subscription's currency and interval */
export function requireMatchingRecurringPrice(
  sandbox: StripeSandbox,
  id: string,
  param: string,
  beside: Price | undefined,
): Price {
  const price = getPrice(sandbox, id, param)
  if (!price.active)
    throw invalidParam(param, 'The price specified is inactive. This field only accepts active prices.')
  if (!price.recurring) {
    throw invalidParam(
      param,
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    )
  }
  if (beside && price.currency !== beside.currency) {
    throw invalidParam(
      param,
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`` +
        `${beside.currency}\`.`,
    )
  }
  const { interval, interval_count } = beside?.recurring ?? price.recurring
  if (price.recurring.interval !== interval || price.recurring.interval_count !== interval_count) {
    throw invalidParam(
      param,
      'All prices of a subscription must have the same `recurring.interval` and `recurring.interval_count`.',
    )
  }
  return price
}

function itemAfterChange(
  sandbox: StripeSandbox,
  subscription: Subscription,
  old: SubscriptionItem | undefined,
  change: ItemChange,
  where: string,
): SubscriptionItem {
  const first = subscription.items[0]
  if (!old && change.price === undefined) {
    throw invalidParam(`${where}[price]`, `Missing required param: ${where}[price].`, 'parameter_missing')
  }
  const beside = first && subscription.items.length > (old ? 1 : 0) ? getPrice(sandbox, first.price) : undefined
  const isNewPrice = change.price !== undefined && change.price !== old?.price
  const price = isNewPrice
    ? requireMatchingRecurringPrice(sandbox, change.price ?? '', `${where}[price]`, beside).id
    : (old?.price ?? '')
  const now = nowForCustomer(sandbox, subscription.customer)
  return {
    id: old?.id ?? newId(sandbox.stripe, 'si'),
    created: old?.created ?? now,
    current_period_start: first?.current_period_start ?? now,
    current_period_end: first?.current_period_end ?? now,
    price,
    quantity: change.quantity ?? (isNewPrice ? 1 : (old?.quantity ?? 1)),
    metadata: mergeMetadata(old?.metadata ?? {}, change.metadata),
    lastDebit: old?.lastDebit ?? null,
  }
}

function fullPeriodDebit(sandbox: StripeSandbox, { status }: Subscription, item: SubscriptionItem) {
  const amount = status === 'trialing' ? 0 : getPrice(sandbox, item.price).unit_amount * item.quantity
  return { amount, start: item.current_period_start, end: item.current_period_end }
}

function checkItems(items: readonly SubscriptionItem[]): void {
  if (items.length === 0) {
    throw invalidParam(
      'items',
      'A subscription must have at least one active price. In order to cancel a subscription, please use the ' +
        'cancel API endpoint.',
    )
  }
  if (items.length > MAX_ITEMS) throw invalidParam('items', `A subscription can have at most ${MAX_ITEMS} items.`)
  if (new Set(items.map(({ price }) => price)).size < items.length) {
    throw invalidParam('items', 'Cannot add multiple subscription items with the same price.')
  }
}
