import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type InboxSource, isReleased } from '../../mail/inbox-events/inbox-event-queries.ts'
import { outageProbeAt } from '../../mail/access/outage-probe-queries.ts'

/** Batch of mail that waited at the limit or belongs to a backfill: small, so that new mail does not wait. */
const backlogBatchSize = 4

export interface InboxEvent {
  messageId: string
  source: InboxSource
  /** The backfill that the message belongs to, if any. */
  backfillId: string | null
  attempts: number
  createdAt: Date
  /** Version of the message before a move whose outcome is unknown; null where no move was tried. */
  versionBeforeMove: string | null
}

/** New mail first, then mail that waited at the limit, then backfilled mail. */
const priority = sql<number>`case source when 'backfill' then 2 when 'waiting' then 1 else 0 end`

/** The oldest due events of the first priority that has any, so that new mail uses the monthly limit first. */
export async function nextDueEvents(tx: Tx, mailboxId: string, now: Date, limit: number): Promise<InboxEvent[]> {
  const rows = await tx
    .selectFrom('app.inbox_events')
    .select(['message_id', 'source', 'backfill_id', 'attempts', 'created_at', 'change_key_before_move'])
    .select(priority.as('priority'))
    .where('mailbox_id', '=', mailboxId)
    .where('due_at', '<=', now)
    .where(isReleased)
    .orderBy('priority')
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows
    .filter((row, index) => row.priority === rows[0]?.priority && (row.priority === 0 || index < backlogBatchSize))
    .map((row) => ({
      messageId: row.message_id,
      source: row.source,
      backfillId: row.backfill_id,
      attempts: row.attempts,
      createdAt: row.created_at,
      versionBeforeMove: row.change_key_before_move,
    }))
}

/**
 * Counts an attempt before the message is processed, so that a message that crashes the process reaches
 * `messageMaxAttempts`.
 * @returns the attempts including this one, null where the event was deleted
 */
export async function countAttempt(tx: Tx, mailboxId: string, messageId: string): Promise<number | null> {
  const row = await tx
    .updateTable('app.inbox_events')
    .set({ attempts: sql`attempts + 1` })
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts ?? null
}

/**
 * Locks the event until the transaction ends.
 * @returns false where it was deleted: the user has canceled the backfill
 */
export async function lockInboxEvent(tx: Tx, mailboxId: string, messageId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app.inbox_events')
    .select('seq')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** When the next event of a mailbox is due; null where there is none. */
export async function nextDueAt(tx: Tx, mailboxId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('app.inbox_events')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('mailbox_id', '=', mailboxId)
    .where(isReleased)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Stored before the move: only then does a later attempt know whether the message was changed since. */
export async function saveVersionBeforeMove(
  tx: Tx,
  mailboxId: string,
  messageId: string,
  version: string | null,
): Promise<void> {
  await tx
    .updateTable('app.inbox_events')
    .set({ change_key_before_move: version })
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .execute()
}

export async function deleteInboxEvent(tx: Tx, mailboxId: string, messageId: string): Promise<void> {
  await tx
    .deleteFrom('app.inbox_events')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .execute()
}

/** @param countAttempt false for failures that the message did not cause: an outage must not use up its attempts */
export async function postponeInboxEvent(
  tx: Tx,
  mailboxId: string,
  messageId: string,
  { until, countAttempt: isCounted }: { until: Date; countAttempt: boolean },
): Promise<void> {
  await tx
    .updateTable('app.inbox_events')
    .set({ due_at: until, ...(isCounted ? {} : { attempts: sql`greatest(attempts - 1, 0)` }) })
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .execute()
}

/** When the mailbox may be called again: after its own pause, and after an outage of a provider that it needs. */
export async function pausedUntil(tx: Tx, mailboxId: string, now: Date): Promise<Date | null> {
  const row = await tx
    .selectFrom('app.mailbox_sync_states as w')
    .select(sql<Date>`greatest(w.paused_until, ${outageProbeAt('w.mailbox_id', now)})`.as('paused_until'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  return row?.paused_until ?? null
}
