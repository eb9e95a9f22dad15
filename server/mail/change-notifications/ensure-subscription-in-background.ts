import { later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { mailboxJobRetryMs } from '../../limits.ts'
import { backOffMs } from '../../outages/back-off.ts'
import { pausedCode } from '../../outages/failure-scope.ts'
import { isUnauthorized } from '../../vendors/graph-error.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { ensureSubscription } from './ensure-subscription.ts'
import { countSubscriptionFailure, clearSubscriptionFailures, postponeSubscription } from './subscription-queries.ts'

/**
 * `ensureSubscription` with a back-off of its own: Graph can refuse subscriptions (it cannot reach the webhook, or its
 * service of subscriptions is down) while it answers all other calls of the mailbox. Catch-up finds the mail meanwhile.
 */
export async function ensureSubscriptionInBackground(ctx: Context, mailboxId: string): Promise<void> {
  try {
    await ensureSubscription(ctx, mailboxId)
  } catch (error) {
    const isOurs = error instanceof VendorError && !error.outage && error.code !== pausedCode && !isUnauthorized(error)
    if (!isOurs) throw error
    const now = ctx.clock.now()
    await ctx.db.asService(async (tx) => {
      const failures = await countSubscriptionFailure(tx, mailboxId)
      const waitMs = Math.max(error.retryAfterMs ?? 0, mailboxJobRetryMs, backOffMs(failures + 1, Math.random()))
      await postponeSubscription(tx, mailboxId, later(now, waitMs))
    })
    if (!error.transient) ctx.events.backgroundError({ part: 'subscription', error })
    return
  }
  await ctx.db.asService((tx) => clearSubscriptionFailures(tx, mailboxId))
}
