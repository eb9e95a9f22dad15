import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { MailboxFailureScope } from './mail-provider.ts'
import { MailboxAccessError } from './mailbox-access-error.ts'
import { changeMailboxStatus } from '../mailboxes/mailbox-status.ts'
import { lockMailboxPause, saveMailboxPause } from './mailbox-pause-queries.ts'

/** Pause of a mailbox that is unavailable (inactive, soft-deleted, on-premise). */
const unavailableMailboxPauseMs = 15 * 60_000

/**
 * Records that the mailbox is refused as a whole. Outages and requested pauses are recorded before, in
 * `server/outages/call-account.ts`. What happens to the message that was being sorted is decided in
 * `server/sorting/completion/plan-retry.ts`: it is postponed, and the attempt is not counted.
 * @returns the error to throw
 */
export async function recordMailboxFailure(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer'>,
  mailboxId: string,
  error: unknown,
  scope: MailboxFailureScope,
): Promise<unknown> {
  if (scope === null) return error
  if (scope === 'sign-in') return new MailboxAccessError('auth', error)
  const until = addMs(ctx.clock.now(), unavailableMailboxPauseMs)
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
