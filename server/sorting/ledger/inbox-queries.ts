import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type InboxSource, isOn } from '../../mail/inbox-queries.ts'

export interface InboxEvent {
  messageId: string
  source: InboxSource
  /** Of mail that lay in the inbox before; null for all other mail. */
  backfillId: string | null
  attempts: number
  createdAt: Date
}

/** New mail, what waited at the limit, what lay in the inbox before. */
const rank = sql<number>`case source when 'backfill' then 2 when 'waiting' then 1 else 0 end`

/** So few of them are taken at a time that new mail does not wait long. */
const mostOld = 4

/**
 * The oldest events that are due, of the first rank that has any: several are worked on at once, and new mail takes the month's room
 * first.
 */
export async function nextEvents(tx: Tx, mailboxId: string, now: Date, most: number): Promise<InboxEvent[]> {
  const rows = await tx
    .selectFrom('app.inbox_events')
    .select(['message_id', 'source', 'backfill_id', 'attempts', 'created_at', rank.as('rank')])
    .where('mailbox_id', '=', mailboxId)
    .where('due_at', '<=', now)
    .where(isOn)
    .orderBy('rank')
    .orderBy('seq')
    .limit(most)
    .execute()
  return rows
    .filter((row, place) => row.rank === rows[0]?.rank && (row.rank === 0 || place < mostOld))
    .map((row) => ({
      messageId: row.message_id,
      source: row.source,
      backfillId: row.backfill_id,
      attempts: row.attempts,
      createdAt: row.created_at,
    }))
}

/**
 * Counts an attempt before the work on this very mail begins: one that kills the process is found out, and those that waited behind it
 * are not blamed.
 * @returns the attempts with this one, null where the event has gone meanwhile
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

/** Holds the event until the transaction ends. @returns false where it has gone meanwhile: the person has given it up */
export async function holdEvent(tx: Tx, mailboxId: string, messageId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app.inbox_events')
    .select('seq')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** When the next waiting event of a mailbox is due; null where none waits. */
export async function nextDue(tx: Tx, mailboxId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('app.inbox_events')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('mailbox_id', '=', mailboxId)
    .where(isOn)
    .executeTakeFirst()
  return row?.due_at ?? null
}

export async function finishEvent(tx: Tx, mailboxId: string, messageId: string): Promise<void> {
  await tx
    .deleteFrom('app.inbox_events')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .execute()
}

/** @param countTry false where the trouble was not the mail's: an outage must not make a mail look poisonous */
export async function postponeEvent(
  tx: Tx,
  mailboxId: string,
  messageId: string,
  { until, countTry }: { until: Date; countTry: boolean },
): Promise<void> {
  await tx
    .updateTable('app.inbox_events')
    .set({ due_at: until, ...(countTry ? {} : { attempts: sql`greatest(attempts - 1, 0)` }) })
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .execute()
}

export async function pausedUntil(tx: Tx, mailboxId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('app.mailbox_work')
    .select('paused_until')
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  return row?.paused_until ?? null
}
