import { addMs } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import { mailboxJobRetryMs } from '../../../limits.ts'
import { backOffMs } from '../../../outages/back-off.ts'
import { isUnauthorized } from '../../../vendors/graph/graph-error.ts'
import { PausedError, VendorError } from '../../../vendors/http/vendor-error.ts'
import { reconcileSubscription } from './reconcile-subscription.ts'
import {
  countSubscriptionFailure,
  clearSubscriptionFailures,
  postponeSubscription,
} from '../../mailboxes/subscription-queries.ts'

/**
 * `reconcileSubscription` with a back-off of its own: Graph can refuse subscriptions (it cannot reach the webhook, or
 * its service of subscriptions is down) while it answers all other calls of the mailbox, which is polled meanwhile
 * (`poll-mailboxes.ts`).
 */
export async function keepSubscription(ctx: Context, mailboxId: string): Promise<void> {
  try {
    await reconcileSubscription(ctx, mailboxId)
  } catch (error) {
    if (!(error instanceof VendorError) || error instanceof PausedError) throw error
    if (error.outage || isUnauthorized(error)) throw error
    const now = ctx.clock.now()
    const failures = await ctx.db.asService(async (tx) => {
      const count = await countSubscriptionFailure(tx, mailboxId)
      const waitMs = Math.max(error.retryAfterMs ?? 0, mailboxJobRetryMs, backOffMs(count + 1, ctx.random()))
      await postponeSubscription(tx, mailboxId, addMs(now, waitMs))
      return count
    })
    // Once: an address that Graph cannot reach is refused every time, and the mailbox is polled.
    if (!error.transient && failures === 1) ctx.events.backgroundError({ part: 'subscription', error })
    return
  }
  await ctx.db.asService((tx) => clearSubscriptionFailures(tx, mailboxId))
}
