import type { StripeSandbox } from './stripe-state.ts'
import { nextSessionExpiry } from './checkout/expire-checkout-session.ts'
import { NO_REQUEST, type StripeContext } from './emit-event.ts'
import type { Subscription } from './stripe-objects.ts'
import type { DueAction } from './billing/due-action.ts'
import { cancelSubscription, expireIncompleteSubscription } from './billing/cancel-subscription.ts'
import { expirePendingUpdate } from './billing/pending-update.ts'
import { renewSubscription, retryInvoice } from './billing/renew-subscription.ts'

/** Sources that follow only the sandbox's clock: sessions of the hosted pages. */
const SANDBOX_CLOCK_SOURCES: readonly ((sandbox: StripeSandbox) => DueAction | null)[] = [nextSessionExpiry]

const INCOMPLETE_EXPIRY_SECONDS = 23 * 3600

/**
 * Runs all due actions in order of their time, then sets the sandbox's clock to run at the next one. Called before and
 * after every request and by that timer, so that each action runs at its own time when the clock advances.
 */
export function runDueActions(sandbox: StripeSandbox): void {
  const { stripe, clock } = sandbox
  stripe.cancelTimer()
  stripe.cancelTimer = () => {}
  for (;;) {
    const next = earliestOf([
      ...dueBillingActions(sandbox, null),
      ...SANDBOX_CLOCK_SOURCES.map((source) => source(sandbox)),
    ])
    if (!next) return
    const wait = next.at * 1000 - clock.now()
    if (wait > 0) {
      stripe.cancelTimer = clock.after(wait, () => runDueActions(sandbox))
      return
    }
    next.run()
  }
}

/**
 * Runs due actions of the customers of one test clock, up to a time. `arrive` is called with the time before each
 * action.
 */
export function runTestClock(sandbox: StripeSandbox, id: string, until: number, arrive: (at: number) => void): void {
  for (;;) {
    const next = earliestOf(dueBillingActions(sandbox, id))
    if (!next || next.at > until) return
    arrive(next.at)
    next.run()
  }
}

/** The first of two actions at the same time runs first. */
function earliestOf(all: (DueAction | null)[]): DueAction | undefined {
  return all.filter((due) => due !== null).toSorted((a, b) => a.at - b.at)[0]
}

function dueBillingActions(sandbox: StripeSandbox, testClock: string | null): DueAction[] {
  const { stripe } = sandbox
  const context: StripeContext = { sandbox, request: NO_REQUEST }
  const belongs = ({ customer }: { customer: string }) =>
    (stripe.customers.get(customer)?.test_clock ?? null) === testClock
  const subscriptions = [...stripe.subscriptions.values()].filter(belongs)
  const retries = [...stripe.invoices.values()].filter(belongs).flatMap((invoice): DueAction[] => {
    const { next_payment_attempt: at, status } = invoice
    return at === null || status !== 'open' ? [] : [{ at, run: () => retryInvoice(context, invoice) }]
  })
  return [...subscriptions.flatMap((subscription) => dueSubscriptionActions(context, subscription)), ...retries]
}

function dueSubscriptionActions(context: StripeContext, subscription: Subscription): DueAction[] {
  const { status, created, pending_update, cancel_at, items } = subscription
  if (status === 'canceled' || status === 'incomplete_expired') return []
  if (status === 'incomplete') {
    return [{ at: created + INCOMPLETE_EXPIRY_SECONDS, run: () => expireIncompleteSubscription(context, subscription) }]
  }
  const due: DueAction[] = []
  if (pending_update) {
    due.push({ at: pending_update.expires_at, run: () => expirePendingUpdate(context, subscription) })
  }
  if (cancel_at !== null) due.push({ at: cancel_at, run: () => cancelSubscription(context, subscription, {}) })
  const end = Math.min(...items.map(({ current_period_end }) => current_period_end))
  return [...due, { at: end, run: () => renewSubscription(context, subscription) }]
}
