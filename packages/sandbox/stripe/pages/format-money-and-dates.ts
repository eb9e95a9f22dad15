import type { PaymentMethod } from '../payment-objects.ts'

/** Formats cents with two decimals: `$9.00`, `-$4.50`. */
export function formatMoney(cents: number, currency: string): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: currency.toUpperCase() })
}

/** Formats Unix seconds as a day: `21 December 2026`. UTC, like billing periods. */
export function formatDay(seconds: number): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(seconds * 1000).toLocaleDateString('en-GB', parts)
}

/** `per month`, `every 3 months`. */
export function formatInterval(interval: string, count: number): string {
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`
}

/** `Visa •••• 4242` */
export function cardName({ card }: PaymentMethod): string {
  return `Visa •••• ${card.last4}`
}
