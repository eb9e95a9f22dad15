import type { Context } from '../context.ts'
import { isGone } from '../vendors/graph-error.ts'
import { withMailbox } from '../mail/access-token.ts'
import { correctLog, holdSorted } from './correction-queries.ts'
import { concludeRow, reportEnding } from './end-message.ts'
import { movedBackByUser } from './explanation.ts'
import { finishEvent, type InboxEvent } from './inbox-queries.ts'
import { rememberCorrection } from './learning-queries.ts'
import type { LedgerRow } from './ledger-queries.ts'
import { underLease } from './lease.ts'
import { correctionAbout } from './mail-to-sort.ts'
import { teachInbox } from './teach.ts'
import type { Work } from './work.ts'

/**
 * News of a mail that has ended. Mostly a notification that came twice; but where we had moved it and it stands in the inbox again,
 * the user brought it back: remembered for this sender or list, and never fought (invariant I10).
 */
export async function noticeMovedBack(ctx: Context, work: Work, event: InboxEvent, row: LedgerRow): Promise<void> {
  const { mailbox } = work
  const { messageId } = event
  const message = row.moved && row.status === 'processed' ? await messageInInbox(ctx, work, messageId) : null
  const ending = { status: 'left', reason: 'user_moved' } as const
  const noticed = await underLease(ctx, work.lease, async (tx) => {
    // Asked for in the history it is our own doing, recorded there.
    if (!message || !(await holdSorted(tx, row.id))) {
      await finishEvent(tx, mailbox.id, messageId)
      return false
    }
    const now = ctx.clock.now()
    const about = correctionAbout(message)
    await rememberCorrection(
      tx,
      {
        mailboxId: mailbox.id,
        userId: mailbox.user_id,
        messageId,
        folderId: null,
        fromFolderId: row.targetFolderId,
        learnedBy: 'outlook',
        ...about,
      },
      now,
    )
    await teachInbox(tx, work, message)
    await correctLog(tx, { logId: row.id, folderId: null, explanation: movedBackByUser, now })
    await concludeRow(ctx, tx, mailbox, { logId: row.id, messageId }, ending, now)
    return true
  })
  if (noticed) reportEnding(ctx, mailbox.id, row.id, ending)
}

async function messageInInbox(ctx: Context, work: Work, messageId: string) {
  try {
    const message = await withMailbox(ctx, work.mailbox.id, (graph, token) => graph.getMessage(token, messageId))
    return message.parentFolderId === work.inboxFolderId ? message : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
