import type { World } from '../../kit/world.ts'
import { nextExpiry } from '../checkout/expire.ts'
import { BY_TIME, type Context } from '../events.ts'
import type { Subscription } from '../model.ts'
import { cancelSubscription, expireIncomplete } from './cancel.ts'
import { dropPendingUpdate } from './pending-update.ts'
import { renewSubscription, retryInvoice } from './renew.ts'

/** Something that happens by itself at a time (Unix seconds). */
export type Due = { at: number; run: () => void }

/** What follows the sandbox's own clock alone: sessions of the hosted pages. */
const OWN_SOURCES: readonly ((world: World) => Due | null)[] = [nextExpiry]

const INCOMPLETE_SECONDS = 23 * 3600

/**
 * Does all that has fallen due by now, in order of its time, and sets the sandbox's clock to ring for the next. It is called before and
 * after every call and by that ring, so that moving the clock brings everything about at its own time.
 */
export function runDue(world: World): void {
  const { stripe, clock } = world
  stripe.cancelTimer()
  stripe.cancelTimer = () => {}
  for (;;) {
    const next = earliest([...billingDue(world, null), ...OWN_SOURCES.map((source) => source(world))])
    if (!next) return
    const wait = next.at * 1000 - clock.now()
    if (wait > 0) {
      stripe.cancelTimer = clock.after(wait, () => runDue(world))
      return
    }
    next.run()
  }
}

/** The same for the customers of one test clock, up to a time; `arrive` is told each time before something happens. */
export function runTestClock(world: World, id: string, until: number, arrive: (at: number) => void): void {
  for (;;) {
    const next = earliest(billingDue(world, id))
    if (!next || next.at > until) return
    arrive(next.at)
    next.run()
  }
}

/** Of two at once the first one goes first. */
function earliest(all: (Due | null)[]): Due | undefined {
  return all.filter((due) => due !== null).toSorted((a, b) => a.at - b.at)[0]
}

function billingDue(world: World, testClock: string | null): Due[] {
  const { stripe } = world
  const context: Context = { world, cause: BY_TIME }
  const belongs = ({ customer }: { customer: string }) =>
    (stripe.customers.get(customer)?.test_clock ?? null) === testClock
  const subscriptions = [...stripe.subscriptions.values()].filter(belongs)
  const retries = [...stripe.invoices.values()].filter(belongs).flatMap((invoice): Due[] => {
    const { next_payment_attempt: at, status } = invoice
    return at === null || status !== 'open' ? [] : [{ at, run: () => retryInvoice(context, invoice) }]
  })
  return [...subscriptions.flatMap((subscription) => dueOf(context, subscription)), ...retries]
}

function dueOf(context: Context, subscription: Subscription): Due[] {
  const { status, created, pending_update, cancel_at, items } = subscription
  if (status === 'canceled' || status === 'incomplete_expired') return []
  if (status === 'incomplete') {
    return [{ at: created + INCOMPLETE_SECONDS, run: () => expireIncomplete(context, subscription) }]
  }
  const due: Due[] = []
  if (pending_update) {
    due.push({ at: pending_update.expires_at, run: () => dropPendingUpdate(context, subscription) })
  }
  if (cancel_at !== null) due.push({ at: cancel_at, run: () => cancelSubscription(context, subscription, {}) })
  const end = Math.min(...items.map(({ current_period_end }) => current_period_end))
  return [...due, { at: end, run: () => renewSubscription(context, subscription) }]
}
