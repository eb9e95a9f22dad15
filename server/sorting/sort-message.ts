import { usageMonth } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { GraphMessage } from '../vendors/graph.ts'
import { decide, type Decision } from './decide.ts'
import { concludeRow, endMessage, ledgerEntry, reportEnding, tellLog } from './end-message.ts'
import { giveUp, mostAttempts } from './give-up.ts'
import { countAttempt, type InboxEvent } from './inbox-queries.ts'
import { correctionsAbout } from './learning-queries.ts'
import { countMail, ledgerRow, openLedgerRow, recordDecision, type Ending } from './ledger-queries.ts'
import { underLease } from './lease.ts'
import { listOf, senderOf, toMailToSort } from './mail-to-sort.ts'
import { moveDecided } from './move-decided.ts'
import { noticeMovedBack } from './notice-moved-back.ts'
import { readMessage } from './read-message.ts'
import { troubleWith } from './trouble.ts'
import type { Work } from './work.ts'

/** `paused`: Outlook asks the whole mailbox to wait, or no longer lets us in. */
export type Outcome = 'done' | 'postponed' | 'paused'

/**
 * The way of one mail: read, write into the ledger and count, decide, move, end. Each step commits before the next call goes
 * out, so that a worker that takes over finds out where it stands and never does a thing twice.
 */
export async function sortMessage(ctx: Context, work: Work, waiting: InboxEvent): Promise<Outcome> {
  const { messageId } = waiting
  let event = waiting
  try {
    const { attempts, known } = await underLease(ctx, work.lease, async (tx) => ({
      attempts: await countAttempt(tx, work.mailbox.id, messageId),
      known: await ledgerRow(tx, work.mailbox.id, messageId),
    }))
    if (attempts === null) return 'done'
    event = { ...waiting, attempts }
    const logId = known?.id ?? null
    if (known && known.status !== 'processing') {
      await noticeMovedBack(ctx, work, event, known)
    } else if (attempts > mostAttempts) {
      await giveUp(ctx, work, event, known)
    } else {
      const message = await readMessage(ctx, work.mailbox.id, event)
      if (!message) await endMessage(ctx, work, { messageId, logId, message }, { status: 'left', reason: 'gone' })
      else if (known) await moveDecided(ctx, work, message, { ...known, messageId })
      else await enter(ctx, work, messageId, message)
    }
    return 'done'
  } catch (error) {
    return postpone(ctx, work, event, error)
  }
}

/** Writes the mail into the ledger, counts it and decides, in one transaction; then moves it. */
async function enter(ctx: Context, work: Work, messageId: string, message: GraphMessage): Promise<void> {
  const { mailbox } = work
  if (message.parentFolderId !== work.inboxFolderId) {
    return endMessage(ctx, work, { messageId, logId: null, message }, { status: 'left', reason: 'user_moved' })
  }
  const now = ctx.clock.now()
  const entered = await underLease(ctx, work.lease, async (tx) => {
    const id = await openLedgerRow(tx, ledgerEntry(mailbox, { messageId, message }), now)
    if (id === null) return null
    const ending = await countAndDecide(tx, work, message, id, now)
    if (ending) await concludeRow(tx, mailbox, { logId: id, messageId }, ending, now)
    else await tellLog(tx, mailbox, id, 'processing')
    return { ending, row: await ledgerRow(tx, mailbox.id, messageId) }
  })
  if (!entered?.row) return
  const { ending, row } = entered
  if (ending) reportEnding(ctx, mailbox.id, row.id, ending)
  else await moveDecided(ctx, work, message, { ...row, messageId })
}

/** @returns how the mail ends, null where it is to be moved */
async function countAndDecide(
  tx: Tx,
  work: Work,
  message: GraphMessage,
  logId: string,
  now: Date,
): Promise<Ending | null> {
  if (!(await countMail(tx, logId, work.mailbox.user_id, usageMonth(now))))
    return { status: 'limit_reached', reason: 'limit' }
  const decision = await decideFor(tx, work, message)
  await recordDecision(tx, logId, decision)
  return decision.folderId === null ? { status: 'left', reason: decision.reason } : null
}

async function decideFor(tx: Tx, work: Work, message: GraphMessage): Promise<Decision> {
  const corrections = await correctionsAbout(tx, work.mailbox.id, { sender: senderOf(message), list: listOf(message) })
  return decide(toMailToSort(message), work.candidates, {
    model: work.model,
    corrections,
    threshold: work.mailbox.confidence_threshold,
  })
}

async function postpone(ctx: Context, work: Work, event: InboxEvent, error: unknown): Promise<Outcome> {
  const trouble = troubleWith(error, event, ctx.clock.now())
  if (!trouble) throw error
  await underLease(ctx, work.lease, (tx) => trouble.record(tx, work.mailbox.id, event.messageId))
  ctx.events.mailRetried({ mailboxId: work.mailbox.id, attempts: event.attempts, vendorStatus: trouble.vendorStatus })
  if (trouble.unexpected) ctx.events.backgroundError({ part: 'sorting', error })
  return trouble.pausesMailbox ? 'paused' : 'postponed'
}
