import { z } from 'zod'
import { runTestClock } from '../run-due-actions.ts'
import { getPrice } from '../billing/object-lookup.ts'
import { addPeriods } from '../billing/billing-period.ts'
import { NO_REQUEST, emitEvent } from '../emit-event.ts'
import { invalidParam, resourceMissing, StripeError } from '../stripe-errors.ts'
import type { TestClock } from '../stripe-objects.ts'
import { renderTestClock } from '../render-objects.ts'
import { newId, type StripeSandbox } from '../stripe-state.ts'
import { type ApiCall, listRoute, type Route, route } from './route-definition.ts'
import { integer, noParams, text } from './param-schemas.ts'

const PATH = '/v1/test_helpers/test_clocks'
const CreateParams = z.strictObject({ frozen_time: integer(), name: text().max(300).optional() })
const AdvanceParams = z.strictObject({ frozen_time: integer() })
/** Maximum advance of a clock whose customers have no subscription. */
const MAX_ADVANCE_SECONDS = 2 * 365 * 86_400

/** Test clocks: a separate time for single customers (https://docs.stripe.com/billing/testing/test-clocks). */
export const testClockRoutes: readonly Route[] = [
  route(['POST', PATH], 'test_clocks', CreateParams, ({ sandbox: { stripe }, now }, { frozen_time, name = null }) => {
    const clock: TestClock = { id: newId(stripe, 'clock'), created: now, name, frozen_time, status: 'ready' }
    stripe.test_clocks.set(clock.id, clock)
    return renderTestClock(clock)
  }),
  listRoute(PATH, 'test_clocks', noParams(), ({ sandbox: { stripe } }) =>
    [...stripe.test_clocks.values()].toReversed().map(renderTestClock),
  ),
  route(['GET', `${PATH}/:id`], 'test_clocks', noParams(), (call, _, id = '') =>
    renderTestClock(getTestClock(call, id)),
  ),
  route(['POST', `${PATH}/:id/advance`], 'test_clocks', AdvanceParams, startAdvance),
  route(['DELETE', `${PATH}/:id`], 'test_clocks', noParams(), deleteTestClock),
]

function startAdvance(call: ApiCall, { frozen_time: until }: { frozen_time: number }, id = '') {
  const { sandbox } = call
  const clock = getTestClock(call, id)
  if (clock.status !== 'ready') throw new StripeError(400, 'The test clock is still advancing.')
  if (until <= clock.frozen_time) {
    throw invalidParam('frozen_time', 'A test clock can only be advanced to a time after its frozen time.')
  }
  if (until > latestAdvanceTime(sandbox, clock)) {
    throw invalidParam(
      'frozen_time',
      'A test clock can be advanced by at most two intervals of the shortest subscription.',
    )
  }
  clock.status = 'advancing'
  sandbox.clock.after(sandbox.stripe.settings.testClockMs, () => finishAdvance(sandbox, clock, until))
  return renderTestClock(clock)
}

/** Runs the due actions up to `until`, each at its own time. @param until Unix seconds */
export function finishAdvance(sandbox: StripeSandbox, clock: TestClock, until: number): void {
  if (!sandbox.stripe.test_clocks.has(clock.id)) return
  runTestClock(sandbox, clock.id, until, (at) => {
    clock.frozen_time = Math.max(clock.frozen_time, at)
  })
  clock.frozen_time = until
  clock.status = 'ready'
  emitEvent({ sandbox, request: NO_REQUEST }, 'test_helpers.test_clock.ready', renderTestClock(clock), { now: until })
}

function latestAdvanceTime(sandbox: StripeSandbox, clock: TestClock): number {
  const prices = [...sandbox.stripe.subscriptions.values()]
    .filter(
      ({ customer, ended_at }) => ended_at === null && sandbox.stripe.customers.get(customer)?.test_clock === clock.id,
    )
    .flatMap(({ items }) => items.map(({ price }) => getPrice(sandbox, price).recurring))
  const ends = prices.flatMap((recurring) => (recurring ? [addPeriods(clock.frozen_time, recurring, 2)] : []))
  return Math.min(clock.frozen_time + MAX_ADVANCE_SECONDS, ...ends)
}

/** Deletes the customers of the clock as well. */
function deleteTestClock(call: ApiCall, _: object, id = '') {
  const { stripe } = call.sandbox
  getTestClock(call, id)
  stripe.test_clocks.delete(id)
  for (const customer of stripe.customers.values()) {
    if (customer.test_clock !== id) continue
    stripe.customers.delete(customer.id)
    for (const all of [stripe.subscriptions, stripe.invoices]) {
      for (const each of all.values()) if (each.customer === customer.id) all.delete(each.id)
    }
  }
  return { id, object: 'test_helpers.test_clock', deleted: true }
}

function getTestClock({ sandbox: { stripe } }: ApiCall, id: string): TestClock {
  const clock = stripe.test_clocks.get(id)
  if (!clock) throw resourceMissing('test clock', id)
  return clock
}
