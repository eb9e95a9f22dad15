import type { StripeContext } from '../emit-event.ts'
import { invalidParam } from '../stripe-errors.ts'
import type { InvoiceLine, Subscription, SubscriptionItem } from '../stripe-objects.ts'
import { newId, type StripeSandbox } from '../stripe-state.ts'
import { getPrice, nowForCustomer } from './object-lookup.ts'

/** The time from which prorations are computed. @throws StripeError 400 if it is outside of the current period */
export function prorationDate(context: StripeContext, subscription: Subscription, date: number | undefined): number {
  const { current_period_start: start = 0, current_period_end: end = 0 } = subscription.items[0] ?? {}
  const at = date ?? nowForCustomer(context.sandbox, subscription.customer)
  if (date !== undefined && (date < start || date > end)) {
    throw invalidParam(
      'proration_date',
      "Cannot specify `proration_date` outside of the subscription's current period.",
    )
  }
  return Math.min(Math.max(at, start), end)
}

/**
 * Credit for the unused part of the last billed period, from `at` (Unix seconds) to its end, by the second. Null if
 * nothing was billed: flexible billing mode credits only what it debited.
 */
export function prorationCredit(
  sandbox: StripeSandbox,
  { id }: Subscription,
  item: SubscriptionItem,
  at: number,
): InvoiceLine | null {
  const { lastDebit } = item
  if (!lastDebit || lastDebit.amount === 0) return null
  const amount = -prorateAmount(lastDebit.amount, lastDebit, at)
  // Avoids the amount -0.
  return prorationLine(sandbox, id, item, {
    amount: amount === 0 ? 0 : amount,
    at,
    end: lastDebit.end,
    words: 'Unused time on',
  })
}

/** Debit for the remaining part of the period. */
export function prorationDebit(
  sandbox: StripeSandbox,
  { id, status }: Subscription,
  item: SubscriptionItem,
  at: number,
): InvoiceLine | null {
  const whole = status === 'trialing' ? 0 : getPrice(sandbox, item.price).unit_amount * item.quantity
  if (whole === 0) return null
  const period = { start: item.current_period_start, end: item.current_period_end }
  return prorationLine(sandbox, id, item, {
    amount: prorateAmount(whole, period, at),
    at,
    end: item.current_period_end,
    words: 'Remaining time on',
  })
}

/** The part of an amount that falls after `at`, in whole cents; half a cent is rounded up. */
export function prorateAmount(amount: number, { start, end }: { start: number; end: number }, at: number): number {
  return Math.round((amount * (end - at)) / (end - start))
}

function prorationLine(
  sandbox: StripeSandbox,
  subscription: string,
  item: SubscriptionItem,
  { amount, at, end, words }: { amount: number; at: number; end: number; words: string },
): InvoiceLine {
  const price = getPrice(sandbox, item.price)
  const name = sandbox.stripe.products.get(price.product)?.name ?? price.product
  const many = item.quantity === 1 ? '' : `${item.quantity} × `
  return {
    id: newId(sandbox.stripe, 'il'),
    amount,
    description: `${words} ${many}${name} after ${formatDay(at)}`,
    period: { start: at, end },
    quantity: item.quantity,
    price: price.id,
    subscription,
    subscription_item: item.id,
    proration: true,
  }
}

function formatDay(at: number): string {
  return new Date(at * 1000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
