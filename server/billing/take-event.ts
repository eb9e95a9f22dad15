import type { Context } from '../context.ts'
import type { StripeEvent } from '../vendors/stripe-events.ts'
import { endAttemptOfSession } from './attempt-queries.ts'
import { ownerOfCustomer, wantSyncOfUser, type Mode } from './customer-queries.ts'
import { addEvent } from './event-queries.ts'
import { endingOf, eventTypes, operatorEvents } from './event-types.ts'

/**
 * Takes an event once, with all that follows from it in the same transaction (checklist E6): whose billing is to be read anew. It grants nothing
 * and takes nothing: it is a hint, which may come late, twice, in any order or never.
 */
export async function takeEvent(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  mode: Mode,
  event: StripeEvent,
): Promise<void> {
  const { id: eventId, type, customerId, objectId } = event
  const now = ctx.clock.now()
  const state = await ctx.db.asService(async (tx) => {
    const isOurs = eventTypes.includes(type)
    const userId = isOurs && customerId !== null ? await ownerOfCustomer(tx, customerId, mode) : null
    const outcome = userId === null ? 'ignored' : 'used'
    if (!(await addEvent(tx, event, { state: outcome, now }))) return 'known'
    if (userId === null) return outcome
    await wantSyncOfUser(tx, userId, now)
    const ending = endingOf(type)
    if (ending && objectId !== null) await endAttemptOfSession(tx, objectId, ending)
    await ctx.jobs.enqueue(tx, 'sync-customer', { userId })
    return outcome
  })
  ctx.events.stripeEventTaken({ eventId, type, state })
  if (state !== 'known' && operatorEvents.some((one) => one === type))
    ctx.events.billingAlert({ reason: type, eventId })
}
