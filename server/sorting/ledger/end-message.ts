import { planRuns } from '../../actions/plan-runs.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tellPages } from '../../db/live.ts'
import type { MailboxRow } from '../../mail/queries.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { finishEvent } from './inbox-queries.ts'
import { endLedgerRow, openLedgerRow, uncountMail, type Ending, type LedgerEntry } from './ledger-queries.ts'
import { underLease } from './lease.ts'
import type { Work } from './work.ts'

/** A mail that ends before it was written into the ledger, or after. Gone mail has no more than its id. */
export interface MailAtEnd {
  messageId: string
  logId: string | null
  message: GraphMessage | null
  /** Of mail that lay in the inbox before. */
  backfillId?: string | null
}

/** Ends a mail: the row, the count, the event and the page's news in one transaction. */
export async function endMessage(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  work: Work,
  mail: MailAtEnd,
  ending: Ending,
): Promise<void> {
  const { mailbox } = work
  const now = ctx.clock.now()
  const end = async (tx: Tx): Promise<string | null> => {
    const id = mail.logId ?? (await openLedgerRow(tx, ledgerEntry(mailbox, mail), now))
    if (id === null) {
      await finishEvent(tx, mailbox.id, mail.messageId)
      return null
    }
    if (ending.status === 'failed') await uncountMail(tx, id)
    await concludeRow(ctx, tx, mailbox, { logId: id, messageId: mail.messageId }, ending, now)
    return id
  }
  const logId = await underLease(ctx, work.lease, end, { durable: false })
  if (logId !== null) reportEnding(ctx, mailbox.id, logId, ending)
}

/** The same within a transaction that is open already. Mail that was sorted has its folder's actions run. */
export async function concludeRow(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  mailbox: MailboxRow,
  mail: { logId: string; messageId: string },
  ending: Ending,
  now: Date,
): Promise<void> {
  await endLedgerRow(tx, mail.logId, ending, now)
  await finishEvent(tx, mailbox.id, mail.messageId)
  if (ending.status === 'processed') await planRuns(ctx, tx, mail.logId)
  await tellLog(tx, mailbox, mail.logId, ending.status)
}

export function reportEnding(
  ctx: Pick<Context, 'events'>,
  mailboxId: string,
  logId: string,
  { status, reason, by }: Ending,
): void {
  if (status === 'processed') ctx.events.mailSorted({ mailboxId, logId, by: by ?? 'classifier' })
  else if (status === 'failed') ctx.events.mailFailed({ mailboxId, logId, reason })
  else ctx.events.mailLeft({ mailboxId, logId, reason })
}

export const tellLog = (tx: Tx, mailbox: MailboxRow, logId: string, status: string): Promise<void> =>
  tellPages(tx, mailbox.user_id, { type: 'log', mailboxId: mailbox.id, logId, status })

/** Subject and sender are cut: strangers write them, as long as they like. */
export function ledgerEntry(
  mailbox: MailboxRow,
  { messageId, message, backfillId = null }: Omit<MailAtEnd, 'logId'>,
): LedgerEntry {
  return {
    userId: mailbox.user_id,
    mailboxId: mailbox.id,
    messageId,
    internetMessageId: message?.internetMessageId?.slice(0, 500) ?? null,
    conversationId: message?.conversationId ?? null,
    subject: message?.subject?.slice(0, 500) ?? null,
    fromAddress: message?.from?.address.slice(0, 320) ?? null,
    fromName: message?.from?.name.slice(0, 200) ?? null,
    receivedAt: message?.receivedAt ?? null,
    backfillId,
  }
}
