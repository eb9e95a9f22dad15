import { notNeeded, responsesTo, type Tx } from '../../db/database.ts'
import { findMailboxAccess, type MailboxAccess } from '../../mail/access/mailbox-access-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { findMoveTarget, type MoveTarget } from '../folders/folder-queries.ts'
import { saveVersionBeforeMove } from '../queue/inbox-event-queries.ts'
import type { SortingBatch } from '../completion/sorting-batch.ts'

/** What a move depends on, read in the last transaction before it. */
export interface MoveAuthorization {
  /** Null where the folder was deleted. */
  folder: MoveTarget | null
  access: MailboxAccess | null
}

/** Also stores the version of the message, by which a later attempt knows whether the user has moved it back. */
export async function authorizeMove(
  tx: Tx,
  { mailbox, inboxFolderId }: Pick<SortingBatch, 'mailbox' | 'inboxFolderId'>,
  { messageId, targetFolderId }: { messageId: string; targetFolderId: string | null },
  { version, parentFolderId }: Pick<Message, 'version' | 'parentFolderId'>,
): Promise<MoveAuthorization> {
  const isInInbox = parentFolderId === inboxFolderId
  const [folder, access] = await responsesTo([
    targetFolderId === null ? notNeeded : findMoveTarget(tx, { mailboxId: mailbox.id, folderId: targetFolderId }),
    findMailboxAccess(tx, mailbox.id),
    isInInbox ? saveVersionBeforeMove(tx, mailbox.id, messageId, version) : notNeeded,
  ])
  return { folder, access }
}
