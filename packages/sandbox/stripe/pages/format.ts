import type { PaymentMethod } from '../payment-model.ts'

/** Cents in words, always with two decimals: `$9.00`, `-$4.50`. */
export function money(cents: number, currency: string): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: currency.toUpperCase() })
}

/** A day, from seconds since 1970: `21 December 2026`. UTC, as periods are counted. */
export function day(seconds: number): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(seconds * 1000).toLocaleDateString('en-GB', parts)
}

/** `per month`, `every 3 months`. */
export function rhythm(interval: string, count: number): string {
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`
}

/** `Visa •••• 4242` */
export function cardName({ card }: PaymentMethod): string {
  return `Visa •••• ${card.last4}`
}
