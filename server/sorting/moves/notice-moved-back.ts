import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { isGone } from '../../vendors/graph-error.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { correctLog, holdSorted } from '../learning/correction-queries.ts'
import { concludeRow, ledgerEntry, reportEnding } from '../ledger/end-message.ts'
import { movedBackByUser, takenBackByUser } from '../decision/explanation.ts'
import { finishEvent, type InboxEvent } from '../ledger/inbox-queries.ts'
import { rememberCorrection } from '../learning/learning-queries.ts'
import { lastLesson } from '../learning/lesson-queries.ts'
import { openLedgerRow, type LedgerRow } from '../ledger/ledger-queries.ts'
import { underLease } from '../ledger/lease.ts'
import { correctionAbout } from '../ledger/mail-to-sort.ts'
import { teachInbox } from '../learning/teach.ts'
import type { Work } from '../ledger/work.ts'

/**
 * News of a mail that has ended. Mostly a notification that came twice; but where we had moved it and it stands in the inbox again,
 * the user brought it back: remembered for this sender or list, and never fought (invariant I10).
 */
export async function noticeMovedBack(
  ctx: RemoteContext,
  work: Work,
  event: InboxEvent,
  row: LedgerRow,
): Promise<void> {
  const { mailbox } = work
  const { messageId } = event
  const message = row.moved && row.status === 'processed' ? await messageInInbox(ctx, work, messageId) : null
  const noticed = await underLease(ctx, work.lease, async (tx) => {
    // Asked for in the history it is our own doing, recorded there.
    if (!message || !(await holdSorted(tx, row.id))) {
      await finishEvent(tx, mailbox.id, messageId)
      return false
    }
    const { targetFolderId: from, decidedBy } = row
    // Only the user had put it there, where we sort nothing: that says nothing of where such mail belongs.
    const isTidying = decidedBy === 'user' && !work.candidates.some(({ id }) => id === from)
    await recordMovedBack(ctx, tx, work, { message, logId: row.id, from, isTidying })
    return true
  })
  if (noticed) reportEnding(ctx, mailbox.id, row.id, movedBack)
}

/**
 * A mail in the inbox that nothing was sorted of, and that the classifier has learned from in a folder: the user has brought it back, and
 * wants it there.
 * @returns whether it was so
 */
export async function noticeBroughtBack(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  work: Work,
  message: GraphMessage,
): Promise<boolean> {
  const { mailbox } = work
  const learned = await ctx.db.asService((tx) => lastLesson(tx, mailbox.id, message.id))
  const from = learned?.folderId ?? null
  if (from === null) return false
  const logId = await underLease(ctx, work.lease, async (tx) => {
    const id = await openLedgerRow(tx, ledgerEntry(mailbox, { messageId: message.id, message }), ctx.clock.now())
    if (id !== null) await recordMovedBack(ctx, tx, work, { message, logId: id, from, isTidying: false })
    return id
  })
  if (logId !== null) reportEnding(ctx, mailbox.id, logId, movedBack)
  return true
}

const movedBack = { status: 'left', reason: 'user_moved' } as const

async function recordMovedBack(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  work: Work,
  {
    message,
    logId,
    from,
    isTidying,
  }: { message: GraphMessage; logId: string; from: string | null; isTidying: boolean },
): Promise<void> {
  const { mailbox } = work
  const now = ctx.clock.now()
  const lesson = { mailboxId: mailbox.id, userId: mailbox.user_id, messageId: message.id, folderId: null }
  const about = correctionAbout(message)
  // Without a sender there is nothing that the next mail could be recognised by.
  if (about.value !== '' && !isTidying)
    await rememberCorrection(tx, { ...lesson, fromFolderId: from, learnedBy: 'outlook', ...about }, now)
  if (!isTidying) await teachInbox(tx, work, message)
  await correctLog(tx, { logId, folderId: null, explanation: isTidying ? takenBackByUser : movedBackByUser, now })
  await concludeRow(ctx, tx, mailbox, { logId, messageId: message.id }, movedBack, now)
}

async function messageInInbox(ctx: RemoteContext, work: Work, messageId: string) {
  try {
    const message = await withMailbox(ctx, work.mailbox.id, (graph, token) => graph.getMessage(token, messageId))
    return message.parentFolderId === work.inboxFolderId ? message : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
