import { sql } from 'kysely'
import type { z } from 'zod'
import type { TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import type { Tx } from '../../db/database.ts'

export interface Owner {
  userId: string
  mailboxId: string
}

interface NewPress extends Owner {
  /** Null: the inbox. */
  folderId: string | null
  isPart: boolean
  now: Date
}

/** An email of a press. */
interface NewItem {
  messageId: string
  /** Its list or sender; null where it has neither. */
  about: { kind: 'sender' | 'list'; value: string } | null
  /** What the classifier has learned now; null where it knew that. */
  exampleSeq: number | null
  /** Its row in the processing log where the press moves it. */
  logId: string | null
}

/**
 * Stores a press with its emails. What an earlier press has taught about an email and this one confirms is shared: it
 * is retracted with the last of them.
 */
export async function insertPress(tx: Tx, press: NewPress, items: readonly NewItem[]): Promise<string> {
  const { userId, mailboxId, folderId, isPart, now } = press
  const { id } = await tx
    .insertInto('app.tidy_up_presses')
    .values({
      user_id: userId,
      mailbox_id: mailboxId,
      folder_id: folderId,
      is_part: isPart,
      state: items.some(({ logId }) => logId !== null) ? 'running' : 'done',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into app.tidy_up_items (press_id, message_id, user_id, position, kind, value, example_seq, log_id)
    select ${id}::uuid, a.message_id, ${userId}::uuid, a.position, a.kind, a.value, coalesce(a.seq, (
      select i.example_seq from app.tidy_up_items i join app.tidy_up_presses p on p.id = i.press_id
      where i.message_id = a.message_id and p.mailbox_id = ${mailboxId}::uuid and p.state in ('running', 'done')
        and i.outcome is distinct from 'undone' and p.folder_id is not distinct from ${folderId}::uuid
      order by p.created_at desc limit 1)), a.log_id
    from unnest(${items.map(({ messageId }) => messageId)}::text[],
      ${items.map(({ about }) => about?.kind ?? null)}::text[],
      ${items.map(({ about }) => about?.value ?? null)}::text[],
      ${items.map(({ exampleSeq }) => exampleSeq)}::bigint[], ${items.map(({ logId }) => logId)}::uuid[])
      with ordinality as a (message_id, kind, value, seq, log_id, position)`.execute(tx)
  return id
}

/** Locks a press until the transaction ends. @returns null where it is older than `since`, or of another mailbox */
export async function lockPress(
  tx: Tx,
  { mailboxId, pressId, since }: { mailboxId: string; pressId: string; since: Date },
): Promise<{ state: z.input<typeof TidyUpPress>['state'] } | null> {
  const press = await tx
    .selectFrom('app.tidy_up_presses')
    .select('state')
    .where('id', '=', pressId)
    .where('mailbox_id', '=', mailboxId)
    .where('created_at', '>', since)
    .forUpdate()
    .executeTakeFirst()
  return press ?? null
}

/**
 * Ends a press: emails whose move has not begun stay where they are.
 * @returns whether emails have to be moved back; a move that has begun is completed first
 */
export async function startUndo(tx: Tx, pressId: string): Promise<boolean> {
  await sql`
    update app.tidy_up_items i set outcome = 'not_moved'
    where i.press_id = ${pressId}::uuid and i.log_id is not null and i.outcome is null
      and not exists (select from app.requested_moves r where r.log_id = i.log_id and r.press_id = i.press_id)`.execute(
    tx,
  )
  const { rows } = await sql<{ state: string }>`
    update app.tidy_up_presses p set is_waiting = false, state = case when exists (
      select from app.tidy_up_items i where i.press_id = p.id and i.log_id is not null
        and (i.outcome is null or i.outcome = 'moved')) then 'undoing' else 'undone' end
    where p.id = ${pressId}::uuid returning state`.execute(tx)
  return rows[0]?.state === 'undoing'
}

/** The presses since a time, newest first. */
export async function pressesSince(tx: Tx, mailboxId: string, since: Date): Promise<z.input<typeof TidyUpPress>[]> {
  const { rows } = await sql<z.input<typeof TidyUpPress>>`
    select p.id, p.folder_id as "folderId", p.state, count(i.message_id)::integer as emails,
      count(*) filter (where i.outcome = 'moved')::integer as moved,
      count(*) filter (where i.outcome = 'not_moved')::integer as "notMoved"
    from app.tidy_up_presses p left join app.tidy_up_items i on i.press_id = p.id
    where p.mailbox_id = ${mailboxId}::uuid and p.created_at > ${since}
    group by p.id order by p.created_at desc, p.id`.execute(tx)
  return rows
}

/** Of these messages, those that a press will move, or that its undo will move back. */
export async function messagesToMove(tx: Tx, mailboxId: string, messageIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ message_id: string }>`
    select i.message_id from app.tidy_up_items i join app.tidy_up_presses p on p.id = i.press_id
    where i.message_id = any(${messageIds}::text[]) and i.log_id is not null and p.mailbox_id = ${mailboxId}::uuid
      and ((i.outcome is null and p.state in ('running', 'undoing'))
        or (i.outcome = 'moved' and p.state = 'undoing'))`.execute(tx)
  return new Set(rows.map(({ message_id }) => message_id))
}

/** Of these messages of the inbox, those that are filed by their tag. */
export async function taggedMessages(tx: Tx, mailboxId: string, messageIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ message_id: string }>`
    select message_id from public.email_processing_logs
    where mailbox_id = ${mailboxId}::uuid and message_id = any(${messageIds}::text[]) and stays_in_inbox
      and status = 'processed'`.execute(tx)
  return new Set(rows.map(({ message_id }) => message_id))
}

/** @returns the number of rows deleted, at most `limit` */
export async function deletePressesBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const expired = tx.selectFrom('app.tidy_up_presses').select('id').where('created_at', '<', before).limit(limit)
  const result = await tx.deleteFrom('app.tidy_up_presses').where('id', 'in', expired).executeTakeFirst()
  return Number(result.numDeletedRows)
}
