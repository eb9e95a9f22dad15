import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { stopAtLimit } from './backfill/stop-at-limit.ts'
import { endMessage, tellLog } from './ledger/end-message.ts'
import { enterMessage, LimitReached } from './enter-message.ts'
import { giveUp, mostAttempts } from './ledger/give-up.ts'
import { countAttempt, finishEvent, type InboxEvent, postponeEvent } from './ledger/inbox-queries.ts'
import { ledgerRow } from './ledger/ledger-queries.ts'
import { underLease } from './ledger/lease.ts'
import { moveDecided } from './moves/move-decided.ts'
import { noticeMovedBack } from './moves/notice-moved-back.ts'
import { readMessage } from './ledger/read-message.ts'
import { troubleWith } from './ledger/trouble.ts'
import type { Work } from './ledger/work.ts'

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
    const begin = async (tx: Tx) => ({
      attempts: await countAttempt(tx, work.mailbox.id, messageId),
      known: await ledgerRow(tx, work.mailbox.id, messageId),
    })
    const { attempts, known } = await underLease(ctx, work.lease, begin, { durable: false })
    if (attempts === null) return 'done'
    event = { ...waiting, attempts }
    const logId = known?.id ?? null
    // Stayed at the limit, and the person has asked for it since: from the beginning, in the row that it has.
    const waited = known?.status === 'limit_reached' && event.source === 'waiting' ? known : null
    if (known && known.status !== 'processing' && !waited) {
      if (attempts <= mostAttempts) await noticeMovedBack(ctx, work, event, known)
      else await underLease(ctx, work.lease, (tx) => finishEvent(tx, work.mailbox.id, messageId))
    } else if (attempts > mostAttempts) {
      await giveUp(ctx, work, event, known)
    } else {
      const message = await readMessage(ctx, work.mailbox.id, event)
      if (!message) await endMessage(ctx, work, { ...event, logId, message }, { status: 'left', reason: 'gone' })
      else if (known && !waited) await moveDecided(ctx, work, message, { ...known, messageId })
      else await enterMessage(ctx, work, { messageId, logId, backfillId: event.backfillId }, message)
    }
    return 'done'
  } catch (error) {
    if (error instanceof LimitReached) {
      await stopAtLimit(ctx, work.mailbox)
      // No fault of the mail's: it waits as if it had not been looked at.
      const untried = { until: ctx.clock.now(), countTry: false }
      await underLease(ctx, work.lease, (tx) => postponeEvent(tx, work.mailbox.id, messageId, untried))
      return 'done'
    }
    return postpone(ctx, work, event, error)
  }
}

async function postpone(
  ctx: Pick<Context, 'clock' | 'db' | 'events'>,
  work: Work,
  event: InboxEvent,
  error: unknown,
): Promise<Outcome> {
  const trouble = troubleWith(error, event, ctx.clock.now())
  if (!trouble) throw error
  await underLease(ctx, work.lease, async (tx) => {
    await trouble.record(tx, work.mailbox.id, event.messageId)
    // Mail that goes its way is told of once, at its end; what has to wait shows that it is under way.
    const row = await ledgerRow(tx, work.mailbox.id, event.messageId)
    if (row?.status === 'processing') await tellLog(tx, work.mailbox, row.id, 'processing')
  })
  ctx.events.mailRetried({ mailboxId: work.mailbox.id, attempts: event.attempts, vendorStatus: trouble.vendorStatus })
  if (trouble.unexpected) ctx.events.backgroundError({ part: 'sorting', error })
  return trouble.pausesMailbox ? 'paused' : 'postponed'
}
