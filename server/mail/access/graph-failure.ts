import { later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { failureScope } from '../../outages/failure-scope.ts'
import { isMailboxUnavailable, isUnauthorized } from '../../vendors/graph/graph-error.ts'
import { pausedCode, VendorError } from '../../vendors/http/vendor-error.ts'
import { MailboxAccessError } from './mailbox-access-error.ts'
import { changeMailboxStatus } from '../mailboxes/mailbox-status.ts'
import { lockMailboxPause, saveMailboxPause } from './mailbox-pause-queries.ts'
import { hasOtherTokens } from './tokens/token-queries.ts'

/** Pause of a mailbox that Graph reports as unavailable (inactive, soft-deleted, on-premise). */
const unavailableMailboxPauseMs = 15 * 60_000

/** The error of a call that is not made because the mailbox is paused. Callers treat it like a 429 of Graph. */
export const pausedError = (waitMs: number): VendorError => new VendorError('graph', 429, pausedCode, waitMs)

/**
 * Records that Graph, or the organization at Entra, refuses the mailbox as a whole. Outages and requested pauses are
 * recorded before, in `server/grants/account-attempt.ts`. What happens to the message that was being sorted is decided
 * in `server/sorting/processing/classify-failure.ts`: it is postponed, and the attempt is not counted.
 * @returns the error to throw
 */
export async function recordGraphFailure(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer'>,
  mailboxId: string,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof VendorError)) return error
  if (isUnauthorized(error)) return new MailboxAccessError('auth', error)
  const isRefusedByTenant = failureScope(error) === 'tenant' && (await isRegistrationKnown(ctx, mailboxId, error))
  if (!isMailboxUnavailable(error) && !isRefusedByTenant) return error
  const until = later(ctx.clock.now(), unavailableMailboxPauseMs)
  await ctx.db.asService((tx) => changeMailboxStatus(tx, ctx, mailboxId, 'unavailable'))
  await ctx.db.asService(async (tx) => {
    const pause = await lockMailboxPause(tx, mailboxId)
    if (!pause) return
    const isLater = until > pause.paused_until
    // One call finds out whether it is back.
    const consecutive_failures = Math.max(pause.consecutive_failures, 1)
    const paused_until = isLater ? until : pause.paused_until
    await saveMailboxPause(tx, mailboxId, { consecutive_failures, paused_until })
  })
  return new MailboxAccessError('unavailable', error)
}

/** Where Entra accepts no other mailbox either, our registration is at fault: that is reported to the operator. */
const isRegistrationKnown = (
  ctx: Pick<Context, 'clock' | 'db'>,
  mailboxId: string,
  { outage }: VendorError,
): Promise<boolean> | false =>
  outage !== 'provider' && ctx.db.asService((tx) => hasOtherTokens(tx, mailboxId, ctx.clock.now()))
