import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** A message as an example of the folder that it belongs in. */
export interface TrainingExample {
  messageId: string
  /** Null: the inbox. */
  folderId: string | null
}

export interface StoredTrainingExample extends TrainingExample {
  /** Rises in the order in which the classifier learned. */
  seq: number
  /** No longer learned from, and not learned again where the message is found in the same folder. */
  isRetracted: boolean
  /** The message was in the folder; false where the user chose the folder for a message elsewhere. */
  wasInFolder: boolean
}

/** In the order in which the classifier learned. */
export function trainingExamplesOf(tx: Tx, mailboxId: string): Promise<StoredTrainingExample[]> {
  return examples(tx, mailboxId).orderBy('seq').execute()
}

export async function lastTrainingExample(
  tx: Tx,
  mailboxId: string,
  messageId: string,
): Promise<StoredTrainingExample | null> {
  const last = examples(tx, mailboxId).where('message_id', '=', messageId).orderBy('seq', 'desc').limit(1)
  return (await last.executeTakeFirst()) ?? null
}

/** The example that the classifier learned last from each of these messages. */
export async function lastTrainingExamples(
  tx: Tx,
  mailboxId: string,
  messageIds: string[],
): Promise<Map<string, StoredTrainingExample>> {
  const found = await examples(tx, mailboxId).where('message_id', 'in', messageIds).orderBy('seq').execute()
  return new Map(found.map((example) => [example.messageId, example]))
}

const examples = (tx: Tx, mailboxId: string) =>
  tx
    .selectFrom('app.training_examples')
    .select(['seq', 'message_id as messageId', 'folder_id as folderId', 'is_retracted as isRetracted'])
    .select('was_in_folder as wasInFolder')
    .where('mailbox_id', '=', mailboxId)

/**
 * @param isCorrection the user corrected these very messages; false: they were found in these folders
 * @returns the number of each message's example
 */
export async function insertTrainingExamples(
  tx: Tx,
  mailbox: { id: string; userId: string },
  added: readonly TrainingExample[],
  { isCorrection, wasInFolder = true }: { isCorrection: boolean; wasInFolder?: boolean },
): Promise<Map<string, number>> {
  const messageIds = added.map(({ messageId }) => messageId)
  const folderIds = added.map(({ folderId }) => folderId)
  const { rows } = await sql<{ message_id: string; seq: number }>`
    insert into app.training_examples (mailbox_id, user_id, message_id, folder_id, is_correction, was_in_folder)
    select ${mailbox.id}::uuid, ${mailbox.userId}::uuid, a.message_id, a.folder_id, ${isCorrection},
      ${wasInFolder}
    from unnest(${messageIds}::text[], ${folderIds}::uuid[]) with ordinality as a (message_id, folder_id, position)
    order by a.position
    returning message_id, seq`.execute(tx)
  return new Map(rows.map(({ message_id, seq }) => [message_id, seq]))
}

/** The user confirms an example by a move into its folder: it is retracted with the correction from now on. */
export async function markExampleAsCorrection(
  tx: Tx,
  mailboxId: string,
  { seq }: Pick<StoredTrainingExample, 'seq'>,
): Promise<void> {
  await tx
    .updateTable('app.training_examples')
    .set({ is_correction: true, was_in_folder: true })
    .where('mailbox_id', '=', mailboxId)
    .where('seq', '=', seq)
    .execute()
}

/** Retracts what the user's corrections of these messages have taught. */
export async function retractTrainingExamples(tx: Tx, mailboxId: string, messageIds: string[]): Promise<void> {
  await tx
    .updateTable('app.training_examples')
    .set({ is_retracted: true })
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', 'in', messageIds)
    .where('is_correction', '=', true)
    .execute()
}
