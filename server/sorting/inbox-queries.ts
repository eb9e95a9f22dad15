import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { InboxSource } from '../mail/inbox-queries.ts'

export interface InboxEvent {
  messageId: string
  source: InboxSource
  attempts: number
  createdAt: Date
}

/** The oldest events that are due. Mail that waited at the limit comes when no new mail is due: several are worked on at once, and new mail takes the room first. */
export async function nextEvents(tx: Tx, mailboxId: string, now: Date, most: number): Promise<InboxEvent[]> {
  const rows = await tx
    .selectFrom('app.inbox_events')
    .select(['message_id', 'source', 'attempts', 'created_at'])
    .where('mailbox_id', '=', mailboxId)
    .where('due_at', '<=', now)
    .orderBy(sql`source = 'waiting'`)
    .orderBy('seq')
    .limit(most)
    .execute()
  const fresh = rows.filter(({ source }) => source !== 'waiting')
  return (fresh.length > 0 ? fresh : rows).map((row) => ({
    messageId: row.message_id,
    source: row.source,
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

/** When the next waiting event of a mailbox is due; null where none waits. */
export async function nextDue(tx: Tx, mailboxId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('app.inbox_events')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('mailbox_id', '=', mailboxId)
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
