import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { mayHaveMarkedRead, restoreUnread } from '../runner/restore-unread.ts'
import { RunStopped } from '../runner/run-stopped.ts'
import { findNextRun, type NextRun } from './action-run-queries.ts'
import { beforeRestore } from './execute-run.ts'
import type { MessageClaim } from './pending-message-queries.ts'

/**
 * A run may end after its draft was created and before the email is marked as unread again: its action was switched off
 * or changed, or its attempts are used up.
 * @throws as `restoreUnread`
 */
export async function restoreBeforeEnd(ctx: RemoteContext, claim: MessageClaim, run: NextRun): Promise<void> {
  const { runId: effectId, mailboxId, messageId, type, progress } = run
  if (!mayHaveMarkedRead(progress)) return
  const kind = type === 'forward_mail' ? 'forward' : 'reply'
  const draft = await withMailbox(ctx, mailboxId, ({ effect }) => effect.find({ effectId, kind }))
  await restoreUnread(ctx, { mailboxId, messageId, beforeRestore: beforeRestore(ctx, claim, run) }, progress, draft)
}

/** Once more, with what the attempt has stored. The run ends also where this fails. @throws RunStopped `claim_lost` */
export async function restoreAtEnd(ctx: RemoteContext, claim: MessageClaim): Promise<void> {
  const run = await ctx.db.asService((tx) => findNextRun(tx, claim.logId))
  try {
    if (run) await restoreBeforeEnd(ctx, claim, run)
  } catch (error) {
    if (error instanceof RunStopped && error.stop === 'claim_lost') throw error
    ctx.events.backgroundError({ part: 'read-state', error })
  }
}
