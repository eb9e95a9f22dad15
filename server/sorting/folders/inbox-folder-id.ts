import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { saveInboxFolderId, storedInboxFolderId } from './folder-queries.ts'

/** The provider's id of the mailbox's inbox, requested once and stored. @throws MailboxAccessError; VendorError */
export async function inboxFolderIdOf(ctx: RemoteContext, mailboxId: string): Promise<string> {
  const [stored] = await ctx.db.asService((tx, sendLast) => sendLast(() => [storedInboxFolderId(tx, mailboxId)]))
  if (stored !== null) return stored
  const id = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.inboxId())
  await ctx.db.asService((tx) => saveInboxFolderId(tx, mailboxId, id))
  return id
}
