import { later } from '../clock.ts'
import type { Context } from '../context.ts'
import { pauseAsRequested, pausedCode } from '../grants/call-with-grant.ts'
import type { Grant, GrantRow } from '../grants/grant.ts'
import { unavailableMailboxPauseMs } from '../limits.ts'
import { isMailboxUnavailable, isUnauthorized } from '../vendors/graph-error.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import { MailboxAccessError } from './mailbox-access-error.ts'
import { changeMailboxStatus } from './mailbox-status.ts'

/** The error of a call that is not made because the mailbox is paused. Callers treat it like a 429 of Graph. */
export const pausedError = (waitMs: number): VendorError => new VendorError('graph', 429, pausedCode, waitMs)

/**
 * Records what a failed Graph call says about the mailbox as a whole. After a 429 or `Retry-After` no node calls Graph
 * for this mailbox until the pause is over. Its length is set in `server/grants/call-with-grant.ts`:
 * `Retry-After`, or `throttledPauseMs` without one. Waiting requests of the same task fail with the same error
 * (`server/vendors/graph.ts`). What happens to the message that was being sorted is decided in
 * `server/sorting/processing/classify-failure.ts`: it is postponed, and the attempt is not counted.
 * @returns the error to throw
 */
export async function recordGraphFailure<Row extends GrantRow>(
  ctx: Pick<Context, 'clock' | 'db'>,
  mailboxId: string,
  grant: Grant<Row>,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof VendorError)) return error
  if (isUnauthorized(error)) return new MailboxAccessError('auth', error)
  if (isMailboxUnavailable(error)) {
    const until = later(ctx.clock.now(), unavailableMailboxPauseMs)
    await ctx.db.asService((tx) => changeMailboxStatus(tx, ctx, mailboxId, 'unavailable'))
    await ctx.db.asService((tx) => grant.pauseUntil(tx, until))
    return new MailboxAccessError('unavailable', error)
  }
  await pauseAsRequested(ctx, grant, error)
  return error
}
