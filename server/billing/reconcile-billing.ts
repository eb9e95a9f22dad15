import { days, later } from '../clock.ts'
import type { Context, RemoteContext } from '../context.ts'
import { StripeError } from '../vendors/stripe-error.ts'
import { forgetAttemptsBefore } from './attempt-queries.ts'
import { dueSyncs, wantSyncOfAll } from './customer-queries.ts'
import { forgetEventsBefore } from './event-queries.ts'
import { eventTypes } from './event-types.ts'
import { takeEvent } from './take-event.ts'

/** Stripe posts an event for three days, and shows it for thirty; what is older than that never comes again. */
const lookBackMs = days(3)
const keptMs = days(35)
const attemptsKeptMs = days(90)
const mostEvents = 2000

/** Every night: takes events that no post told, and has everybody who pays read anew. What is too old is forgotten. */
export async function reconcileBilling(ctx: RemoteContext): Promise<void> {
  const now = ctx.clock.now()
  const { stripe } = ctx.vendors
  if (stripe) {
    try {
      const events = await stripe.eventsSince(later(now, -lookBackMs), eventTypes, mostEvents)
      for (const event of events.toReversed()) await takeEvent(ctx, stripe.mode, event)
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      ctx.events.billingFailed({ userId: null, status: error.status, code: error.code, param: error.param })
    }
  }
  await ctx.db.asService(async (tx) => {
    if (stripe) await wantSyncOfAll(tx, now)
    for (const userId of await dueSyncs(tx, now)) await ctx.jobs.enqueue(tx, 'sync-customer', { userId })
    await forgetEventsBefore(tx, later(now, -keptMs))
    await forgetAttemptsBefore(tx, later(now, -attemptsKeptMs))
  })
}

/**
 * At each start: the sandbox forgets everything when it stops, and mostly stops with us. Who had something there is read anew as soon as a worker
 * runs, and not in the night only.
 */
export async function readSandboxAnew(ctx: Pick<Context, 'clock' | 'db' | 'vendors'>): Promise<void> {
  if (ctx.vendors.stripe?.mode === 'sandbox') await ctx.db.asService((tx) => wantSyncOfAll(tx, ctx.clock.now()))
}
