import type { World } from '../../kit/world.ts'
import { invalid, noSuch } from '../errors.ts'
import type { InvoiceLine, Metadata, Price, Subscription, SubscriptionItem } from '../model.ts'
import { merged } from '../metadata.ts'
import { newId } from '../state.ts'
import { nowFor, priceIn } from './find.ts'
import { creditLine, debitLine } from './proration.ts'

/** One of `items[]`: a change of the item `id`, or a new one without it. */
export type ItemChange = {
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: Metadata | null | undefined
}

export type Prorations = { billed: boolean; at: number }
export type ChangedItems = { items: SubscriptionItem[]; lines: InvoiceLine[] }

const MOST_ITEMS = 20

/**
 * The items after the changes, and the lines that settle the rest of the period from `at` on where it is `billed`. Changes nothing.
 * A new price sets the quantity to 1 unless one is given.
 * @throws StripeError 400 that names `items[n]`
 */
export function changeItems(
  world: World,
  subscription: Subscription,
  changes: readonly ItemChange[],
  { billed, at }: Prorations,
): ChangedItems {
  let items = [...subscription.items]
  const lines: InvoiceLine[] = []
  const settle = (line: InvoiceLine | null) => {
    if (billed && line) lines.push(line)
  }
  for (const [place, change] of changes.entries()) {
    const where = `items[${place}]`
    const old = change.id === undefined ? undefined : subscription.items.find(({ id }) => id === change.id)
    if (change.id !== undefined && !old) throw noSuch('subscription item', change.id, `${where}[id]`)
    if (change.deleted && !old)
      throw invalid(`${where}[id]`, 'An item can be deleted by its id alone.', 'parameter_missing')
    const next = change.deleted ? null : changed(world, subscription, old, change, where)
    const isSame = old && next && old.price === next.price && old.quantity === next.quantity
    if (old && !isSame) settle(creditLine(world, subscription, old, at))
    if (next && !isSame) {
      settle(debitLine(world, subscription, next, at))
      if (billed) next.debited = debitOf(world, subscription, next)
    }
    items = old
      ? items.flatMap((item) => (item !== old ? [item] : next ? [next] : []))
      : next
        ? [...items, next]
        : items
  }
  check(items)
  return { items, lines }
}

/** @throws StripeError 400 for a price that a subscription of this currency and rhythm cannot have */
export function recurringPrice(world: World, id: string, param: string, beside: Price | undefined): Price {
  const price = priceIn(world, id, param)
  if (!price.active) throw invalid(param, 'The price specified is inactive. This field only accepts active prices.')
  if (!price.recurring) {
    throw invalid(
      param,
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    )
  }
  if (beside && price.currency !== beside.currency) {
    throw invalid(
      param,
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${beside.currency}\`.`,
    )
  }
  const { interval, interval_count } = beside?.recurring ?? price.recurring
  if (price.recurring.interval !== interval || price.recurring.interval_count !== interval_count) {
    throw invalid(
      param,
      'All prices of a subscription must have the same `recurring.interval` and `recurring.interval_count`.',
    )
  }
  return price
}

function changed(
  world: World,
  subscription: Subscription,
  old: SubscriptionItem | undefined,
  change: ItemChange,
  where: string,
): SubscriptionItem {
  const first = subscription.items[0]
  if (!old && change.price === undefined) {
    throw invalid(`${where}[price]`, `Missing required param: ${where}[price].`, 'parameter_missing')
  }
  const beside = first && subscription.items.length > (old ? 1 : 0) ? priceIn(world, first.price) : undefined
  const isNewPrice = change.price !== undefined && change.price !== old?.price
  const price = isNewPrice
    ? recurringPrice(world, change.price ?? '', `${where}[price]`, beside).id
    : (old?.price ?? '')
  const now = nowFor(world, subscription.customer)
  return {
    id: old?.id ?? newId(world.stripe, 'si'),
    created: old?.created ?? now,
    current_period_start: first?.current_period_start ?? now,
    current_period_end: first?.current_period_end ?? now,
    price,
    quantity: change.quantity ?? (isNewPrice ? 1 : (old?.quantity ?? 1)),
    metadata: merged(old?.metadata ?? {}, change.metadata),
    debited: old?.debited ?? null,
  }
}

function debitOf(world: World, { status }: Subscription, item: SubscriptionItem) {
  const amount = status === 'trialing' ? 0 : priceIn(world, item.price).unit_amount * item.quantity
  return { amount, start: item.current_period_start, end: item.current_period_end }
}

function check(items: readonly SubscriptionItem[]): void {
  if (items.length === 0) {
    throw invalid(
      'items',
      'A subscription must have at least one active price. In order to cancel a subscription, please use the cancel API endpoint.',
    )
  }
  if (items.length > MOST_ITEMS) throw invalid('items', `A subscription can have at most ${MOST_ITEMS} items.`)
  if (new Set(items.map(({ price }) => price)).size < items.length) {
    throw invalid('items', 'Cannot add multiple subscription items with the same price.')
  }
}
