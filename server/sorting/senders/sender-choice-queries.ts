import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { senderChoicePrefix } from '../learning/correction-queries.ts'

interface Choice {
  choiceId: string
  mailboxId: string
  userId: string
  addresses: readonly string[]
  /** Null: the inbox. */
  folderId: string | null
  now: Date
}

/**
 * Stores a correction about each of the senders that were counted: the newest one decides, so that others apply again
 * once it is taken back. @returns the number of senders
 */
export async function insertSenderChoice(tx: Tx, choice: Choice): Promise<number> {
  const { choiceId, mailboxId, userId, addresses, folderId, now } = choice
  const { rows } = await sql`
    insert into app.corrections (mailbox_id, user_id, message_id, kind, value, folder_id, learned_by, created_at)
    select mailbox_id, ${userId}::uuid, ${`${senderChoicePrefix}${choiceId}/`} || address, 'sender', address,
      ${folderId}::uuid, 'history', ${now}
    from app.senders where mailbox_id = ${mailboxId}::uuid and address = any(${addresses}::text[])
    returning 1`.execute(tx)
  return rows.length
}

export async function deleteSenderChoice(tx: Tx, mailboxId: string, choiceId: string): Promise<void> {
  await sql`
    delete from app.corrections
    where mailbox_id = ${mailboxId}::uuid and starts_with(message_id, ${`${senderChoicePrefix}${choiceId}/`})`.execute(
    tx,
  )
}
