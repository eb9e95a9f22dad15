import { ControlError } from '../../kit/control-error.ts'
import { finishAdvance } from '../api/test-clock-routes.ts'
import { nowForCustomer } from '../billing/object-lookup.ts'
import type { Customer, TestClock } from '../stripe-objects.ts'
import { newId, type StripeSandbox } from '../stripe-state.ts'

/**
 * Advances the time of one customer, like a test clock: runs the due actions, then the customer's time stands still.
 * @param to a date; by default the end of the period that ends next
 */
export function advanceCustomerClock(sandbox: StripeSandbox, customer: Customer, to: string | undefined) {
  const until = to === undefined ? nextPeriodEnd(sandbox, customer) : Math.floor(Date.parse(to) / 1000)
  const now = nowForCustomer(sandbox, customer.id)
  if (Number.isNaN(until)) throw new ControlError(400, `${to} is no date`)
  if (until <= now) throw new ControlError(400, `${to} lies in the past of this customer: it is ${iso(now)} there`)
  const clock = getOrCreateClock(sandbox, customer, now)
  finishAdvance(sandbox, clock, until)
  return { now: iso(clock.frozen_time), testClock: clock.id }
}

function nextPeriodEnd({ stripe }: StripeSandbox, { id }: Customer): number {
  const own = [...stripe.subscriptions.values()].filter((one) => one.customer === id && one.ended_at === null)
  if (own.length === 0) throw new ControlError(409, `the customer ${id} has no subscription: say when by \`to\``)
  return Math.min(...own.flatMap(({ items }) => items.map(({ current_period_end }) => current_period_end)))
}

function getOrCreateClock({ stripe }: StripeSandbox, customer: Customer, now: number): TestClock {
  const known = stripe.test_clocks.get(customer.test_clock ?? '')
  if (known) return known
  const clock: TestClock = { id: newId(stripe, 'clock'), created: now, name: null, frozen_time: now, status: 'ready' }
  stripe.test_clocks.set(clock.id, clock)
  customer.test_clock = clock.id
  return clock
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
