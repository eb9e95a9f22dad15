import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import {
  type TestCatalogue,
  createCustomerWithCard,
  latestInvoiceOf,
  createCatalogue,
} from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'
import { addPeriods, periodEnd } from './billing-period.ts'
import { prorateAmount } from './simulate-proration.ts'

const t = await stripeOfFile()
let prices: TestCatalogue
beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
})

const START = Date.UTC(2027, 0, 1) / 1000
const END = Date.UTC(2027, 1, 1) / 1000
const amount = fc.integer({ min: 0, max: 10_000_000 })
const moment = fc.integer({ min: START, max: END })

test('a prorated amount is whole cents, full at the start, zero at the end, and never grows', () => {
  fc.assert(
    fc.property(amount, moment, moment, (cents, one, other) => {
      const period = { start: START, end: END }
      const [early, late] = [Math.min(one, other), Math.max(one, other)]
      const [first, second] = [prorateAmount(cents, period, early), prorateAmount(cents, period, late)]
      expect(Number.isInteger(first)).toBe(true)
      expect(first).toBeGreaterThanOrEqual(second)
      expect(Math.abs(first - (cents * (END - early)) / (END - START))).toBeLessThanOrEqual(0.5)
      expect([prorateAmount(cents, period, START), prorateAmount(cents, period, END)]).toEqual([cents, 0])
    }),
  )
})

test('a period ends at the first interval after the given time', () => {
  const recurring = fc.record({
    interval: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
    interval_count: fc.integer({ min: 1, max: 3 }),
    usage_type: fc.constant('licensed' as const),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }),
      recurring,
      fc.integer({ min: 0, max: 100_000_000 }),
      (anchor, rhythm, later) => {
        const end = periodEnd(anchor, rhythm, anchor + later)
        expect(end).toBeGreaterThan(anchor + later)
        expect((end - anchor) % 86_400).toBe(0)
        const steps = Array.from({ length: 1300 }, (_, step) => addPeriods(anchor, rhythm, step))
        expect(steps).toContain(end)
        expect(steps[steps.indexOf(end) - 1]).toBeLessThanOrEqual(anchor + later)
      },
    ),
    { numRuns: 20 },
  )
})

type Step = { quantity: number; more: number; share: number; behavior: 'always_invoice' | 'create_prorations' | 'none' }
const steps = fc.array(
  fc.record<Step>({
    quantity: fc.integer({ min: 1, max: 9 }),
    more: fc.integer({ min: 0, max: 9 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    behavior: fc.constantFrom('always_invoice', 'create_prorations', 'none'),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Items that a step requests: a quantity of the plan, and of the add-on, which may be absent. */
function itemsOf({ items }: Stripe.Subscription, { quantity, more }: Step) {
  const [plan, extra] = items.data
  const rest = extra
    ? [{ id: extra.id, ...(more === 0 ? { deleted: true } : { quantity: more }) }]
    : more > 0
      ? [{ price: prices.more, quantity: more }]
      : []
  return [{ id: plan?.id ?? '', quantity }, ...rest]
}

test('for any change the preview equals the change, sums add up, and no credit exceeds its debit', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const customer = await createCustomerWithCard(t.stripe)
      let subscription = await t.stripe.subscriptions.create({
        customer,
        items: [{ price: prices.basic, quantity: 3 }],
      })
      const { current_period_start: start = 0, current_period_end: end = 0 } = subscription.items.data[0] ?? {}
      const moments = all.map(({ share }) => start + Math.floor(share * (end - start))).toSorted((a, b) => a - b)
      for (const [place, step] of all.entries()) {
        const details = {
          items: itemsOf(subscription, step),
          proration_behavior: step.behavior,
          proration_date: moments[place] ?? start,
        }
        const about = { subscription: subscription.id, expand: ['customer'] }
        const preview = await t.stripe.invoices.createPreview({ ...about, subscription_details: details })
        const before = subscription
        subscription = await t.stripe.subscriptions.update(subscription.id, details)
        if (subscription.latest_invoice === before.latest_invoice) continue
        const invoice = await latestInvoiceOf(t.stripe, subscription.id)
        expect(shown(invoice)).toEqual(shown(preview))
      }
      await check(customer)
    }),
    { numRuns: 8 },
  )
})

const shown = ({ lines, total, amount_due, starting_balance, ending_balance }: Stripe.Invoice) => ({
  lines: lines.data.map((line) => [line.amount, line.description, line.period.start, line.period.end]),
  total,
  amount_due,
  starting_balance,
  ending_balance,
})

/** Lines, charges and balance must add up. */
async function check(customer: string): Promise<void> {
  const invoices = await t.stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 })
  for (const { lines, total, subtotal, amount_due, starting_balance, ending_balance } of invoices) {
    expect(lines.data.reduce((sum, { amount: cents }) => sum + cents, 0)).toBe(total)
    expect(subtotal).toBe(total)
    expect(amount_due).toBeGreaterThanOrEqual(0)
    expect(starting_balance + total).toBe(amount_due + (ending_balance ?? 0))
  }
  const { balance } = customerOf(await t.stripe.customers.retrieve(customer))
  const billed = invoices.reduce((sum, { total }) => sum + total, 0)
  const charged = invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0)
  expect(billed).toBe(charged + balance)
  expect(billed).toBeGreaterThanOrEqual(0)
  expect(invoices.map(({ starting_balance }) => starting_balance).slice(0, -1)).toEqual(
    invoices.slice(1).map(({ ending_balance }) => ending_balance),
  )
}

function customerOf(customer: Stripe.Customer | Stripe.DeletedCustomer): Stripe.Customer {
  if (customer.deleted) throw new Error('the customer is gone')
  return customer
}
