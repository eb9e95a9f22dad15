import type { World } from '../../kit/world.ts'
import type { InvoiceLine, Subscription, SubscriptionItem } from '../model.ts'
import { newId } from '../state.ts'
import { priceIn } from './find.ts'

/**
 * What is given back of the period that an item was last billed for, from `at` (Unix seconds) to its end, by the second. Null where
 * nothing was billed: flexible billing gives no credit for time that was never debited.
 */
export function creditLine(world: World, { id }: Subscription, item: SubscriptionItem, at: number): InvoiceLine | null {
  const { debited } = item
  if (!debited || debited.amount === 0) return null
  const amount = -shareOf(debited.amount, debited, at)
  // Without this a credit of nothing would be minus zero.
  return lineOf(world, id, item, { amount: amount === 0 ? 0 : amount, at, end: debited.end, words: 'Unused time on' })
}

/** What the rest of the period costs. */
export function debitLine(
  world: World,
  { id, status }: Subscription,
  item: SubscriptionItem,
  at: number,
): InvoiceLine | null {
  const whole = status === 'trialing' ? 0 : priceIn(world, item.price).unit_amount * item.quantity
  if (whole === 0) return null
  const period = { start: item.current_period_start, end: item.current_period_end }
  return lineOf(world, id, item, {
    amount: shareOf(whole, period, at),
    at,
    end: item.current_period_end,
    words: 'Remaining time on',
  })
}

/** The part of an amount that falls after `at`, in whole cents; half a cent goes up. */
export function shareOf(amount: number, { start, end }: { start: number; end: number }, at: number): number {
  return Math.round((amount * (end - at)) / (end - start))
}

function lineOf(
  world: World,
  subscription: string,
  item: SubscriptionItem,
  { amount, at, end, words }: { amount: number; at: number; end: number; words: string },
): InvoiceLine {
  const price = priceIn(world, item.price)
  const name = world.stripe.products.get(price.product)?.name ?? price.product
  const many = item.quantity === 1 ? '' : `${item.quantity} × `
  return {
    id: newId(world.stripe, 'il'),
    amount,
    description: `${words} ${many}${name} after ${dayOf(at)}`,
    period: { start: at, end },
    quantity: item.quantity,
    price: price.id,
    subscription,
    subscription_item: item.id,
    proration: true,
  }
}

function dayOf(at: number): string {
  return new Date(at * 1000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
