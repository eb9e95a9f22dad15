import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { addMs } from '../../clock.ts'
import { requestRenewal } from './subscription-renewal-queries.ts'

/** A renewal answers all requests to verify or reauthorize the subscription that follow within this time. */
const subscriptionVerificationMs = 60_000

/**
 * Enqueues a renewal in the open transaction. Its response shows whether Graph still has the subscription, and ends a
 * request to reauthorize it. Many requests at once cause one renewal.
 */
export async function verifySubscription(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  mailboxId: string,
): Promise<void> {
  if (await requestRenewal(tx, mailboxId, addMs(ctx.clock.now(), -subscriptionVerificationMs)))
    await ctx.jobs.enqueue(tx, 'ensure-subscription', { mailboxId })
}
