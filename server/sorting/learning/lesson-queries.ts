import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** That a mail belongs in a folder, as the classifier was told once. */
export interface Lesson {
  messageId: string
  /** Null: the inbox. */
  folderId: string | null
}

export interface KeptLesson extends Lesson {
  /** Rises in the order in which the classifier learned. */
  seq: number
  /** Taken back: not to be learned any more, nor once more. */
  isForgotten: boolean
}

/** In the order in which the classifier learned. */
export function lessonsOf(tx: Tx, mailboxId: string): Promise<KeptLesson[]> {
  return lessons(tx, mailboxId).orderBy('seq').execute()
}

/** What this mail taught last; null where it never did. */
export async function lastLesson(tx: Tx, mailboxId: string, messageId: string): Promise<KeptLesson | null> {
  const last = lessons(tx, mailboxId).where('message_id', '=', messageId).orderBy('seq', 'desc').limit(1)
  return (await last.executeTakeFirst()) ?? null
}

const lessons = (tx: Tx, mailboxId: string) =>
  tx
    .selectFrom('app.learned_messages')
    .select(['seq', 'message_id as messageId', 'folder_id as folderId', 'is_forgotten as isForgotten'])
    .where('mailbox_id', '=', mailboxId)

/** @param isTaught the user's word about these very mails; else they were found where they are filed */
export async function addLessons(
  tx: Tx,
  mailbox: { id: string; userId: string },
  added: Lesson[],
  { isTaught }: { isTaught: boolean },
): Promise<void> {
  await sql`
    insert into app.learned_messages (mailbox_id, user_id, message_id, folder_id, is_taught)
    select ${mailbox.id}::uuid, ${mailbox.userId}::uuid, a.message_id, a.folder_id, ${isTaught}
    from unnest(${added.map(({ messageId }) => messageId)}::text[], ${added.map(({ folderId }) => folderId)}::uuid[])
      with ordinality as a (message_id, folder_id, place)
    order by a.place`.execute(tx)
}

/** What was found where it is filed, the user has said themselves: it goes with their word. */
export async function noteTaught(tx: Tx, mailboxId: string, { seq }: Pick<KeptLesson, 'seq'>): Promise<void> {
  await tx
    .updateTable('app.learned_messages')
    .set({ is_taught: true })
    .where('mailbox_id', '=', mailboxId)
    .where('seq', '=', seq)
    .execute()
}

/** What the user taught by these mails. */
export async function forgetLessons(tx: Tx, mailboxId: string, messageIds: string[]): Promise<void> {
  await tx
    .updateTable('app.learned_messages')
    .set({ is_forgotten: true })
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', 'in', messageIds)
    .where('is_taught', '=', true)
    .execute()
}
