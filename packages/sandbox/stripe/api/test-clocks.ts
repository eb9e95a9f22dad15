import { z } from 'zod'
import type { World } from '../../kit/world.ts'
import { runTestClock } from '../billing/due.ts'
import { priceIn } from '../billing/find.ts'
import { after } from '../billing/period.ts'
import { BY_TIME, emit } from '../events.ts'
import { invalid, noSuch, StripeError } from '../errors.ts'
import type { TestClock } from '../model.ts'
import { renderTestClock } from '../render.ts'
import { newId } from '../state.ts'
import { type Call, listRoute, type Route, route } from './call.ts'
import { integer, nothing, text } from './params.ts'

const PATH = '/v1/test_helpers/test_clocks'
const CreateParams = z.strictObject({ frozen_time: integer(), name: text().max(300).optional() })
const AdvanceParams = z.strictObject({ frozen_time: integer() })
/** How far a clock goes at once where its customers have no subscription. */
const FARTHEST_SECONDS = 2 * 365 * 86_400

/** A time of their own for single customers (https://docs.stripe.com/billing/testing/test-clocks). */
export const testClockRoutes: readonly Route[] = [
  route(['POST', PATH], 'test_clocks', CreateParams, ({ world: { stripe }, now }, { frozen_time, name = null }) => {
    const clock: TestClock = { id: newId(stripe, 'clock'), created: now, name, frozen_time, status: 'ready' }
    stripe.test_clocks.set(clock.id, clock)
    return renderTestClock(clock)
  }),
  listRoute(PATH, 'test_clocks', nothing(), ({ world: { stripe } }) =>
    [...stripe.test_clocks.values()].toReversed().map(renderTestClock),
  ),
  route(['GET', `${PATH}/:id`], 'test_clocks', nothing(), (call, _, id = '') => renderTestClock(clockIn(call, id))),
  route(['POST', `${PATH}/:id/advance`], 'test_clocks', AdvanceParams, advance),
  route(['DELETE', `${PATH}/:id`], 'test_clocks', nothing(), remove),
]

function advance(call: Call, { frozen_time: until }: { frozen_time: number }, id = '') {
  const { world } = call
  const clock = clockIn(call, id)
  if (clock.status !== 'ready') throw new StripeError(400, 'The test clock is still advancing.')
  if (until <= clock.frozen_time) {
    throw invalid('frozen_time', 'A test clock can only be advanced to a time after its frozen time.')
  }
  if (until > farthest(world, clock)) {
    throw invalid('frozen_time', 'A test clock can be advanced by at most two intervals of the shortest subscription.')
  }
  clock.status = 'advancing'
  world.clock.after(world.stripe.settings.testClockMs, () => arrive(world, clock, until))
  return renderTestClock(clock)
}

/** What falls due on the way happens, at its own time. @param until Unix seconds */
export function arrive(world: World, clock: TestClock, until: number): void {
  if (!world.stripe.test_clocks.has(clock.id)) return
  runTestClock(world, clock.id, until, (at) => {
    clock.frozen_time = Math.max(clock.frozen_time, at)
  })
  clock.frozen_time = until
  clock.status = 'ready'
  emit({ world, cause: BY_TIME }, 'test_helpers.test_clock.ready', renderTestClock(clock), { now: until })
}

function farthest(world: World, clock: TestClock): number {
  const prices = [...world.stripe.subscriptions.values()]
    .filter(
      ({ customer, ended_at }) => ended_at === null && world.stripe.customers.get(customer)?.test_clock === clock.id,
    )
    .flatMap(({ items }) => items.map(({ price }) => priceIn(world, price).recurring))
  const ends = prices.flatMap((recurring) => (recurring ? [after(clock.frozen_time, recurring, 2)] : []))
  return Math.min(clock.frozen_time + FARTHEST_SECONDS, ...ends)
}

/** Its customers go with it. */
function remove(call: Call, _: object, id = '') {
  const { stripe } = call.world
  clockIn(call, id)
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

function clockIn({ world: { stripe } }: Call, id: string): TestClock {
  const clock = stripe.test_clocks.get(id)
  if (!clock) throw noSuch('test clock', id)
  return clock
}
