import type { Context } from '../../context.ts'
import type { StripeEvent } from '../../vendors/stripe/stripe-events.ts'
import { finishCheckoutAttemptBySession } from '../subscriptions/checkout-attempt-queries.ts'
import { findUserByCustomer, requestSync, type Mode } from '../customers/customer-queries.ts'
import { insertStripeEvent } from './stripe-event-queries.ts'
import { checkoutOutcome, webhookEventTypes, alertEventTypes } from '../catalogue/stripe-event-types.ts'

/**
 * Handles an event once and requests a sync of its customer in the same transaction. An event never changes
 * entitlements itself, because events may arrive late, repeatedly, in any order or never.
 */
export async function handleStripeEvent(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  mode: Mode,
  event: StripeEvent,
): Promise<void> {
  const { id: eventId, type, customerId, objectId } = event
  const now = ctx.clock.now()
  const state = await ctx.db.asService(async (tx) => {
    const isOurs = webhookEventTypes.includes(type)
    const userId = isOurs && customerId !== null ? await findUserByCustomer(tx, customerId, mode) : null
    const outcome = userId === null ? 'ignored' : 'used'
    if (!(await insertStripeEvent(tx, event, { state: outcome, now }))) return 'known'
    if (userId === null) return outcome
    await requestSync(tx, userId, now)
    const attemptState = checkoutOutcome(type)
    if (attemptState && objectId !== null) await finishCheckoutAttemptBySession(tx, objectId, attemptState)
    await ctx.jobs.enqueue(tx, 'sync-customer', { userId })
    return outcome
  })
  ctx.events.stripeEventHandled({ eventId, type, state })
  if (state !== 'known' && alertEventTypes.some((one) => one === type))
    ctx.events.billingAlert({ reason: type, eventId })
}
