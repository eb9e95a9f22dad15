import type { Context } from '../context.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { enqueueSync } from './customers/billing-lock.ts'

/**
 * For a client that writes its row (policies allow the free plan only): open pages hear of it, and Stripe, which
 * the functions ask first, is asked afterwards what the user has.
 */
export const subscriptionWriteDuties =
  (ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'vendors'>, { userId }: { userId: string }) =>
  async (): Promise<void> => {
    await ctx.db.asService((tx) => publishLiveEvent(tx, userId, { type: 'subscription' }))
    if (ctx.vendors.stripe) await enqueueSync(ctx, userId)
  }
