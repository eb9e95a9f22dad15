import type { RemoteContext } from '../../context.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { markFiled, marksOf } from '../moves/mark-filed.ts'
import { saveTagged, saveUntagged, type KeptLog } from './delayed-log-queries.ts'

interface InboxOfMailbox {
  mailboxId: string
  inboxFolderId: string
}

interface EmailToTag {
  logId: string
  messageId: string
  category: string
  /** As it was just read, where nothing has changed since. */
  read?: Message
}

/**
 * Gives an email that is filed later the category of its folder, so that the user sees it in any mail program. The next
 * look makes up for a failure.
 * @throws MailboxAccessError or VendorError
 */
export async function tagDelayed(
  ctx: RemoteContext,
  { mailboxId, inboxFolderId }: InboxOfMailbox,
  { logId, messageId, category, read }: EmailToTag,
): Promise<void> {
  const email = { id: messageId, in: inboxFolderId, category, folder: null, seen: read && marksOf(read) }
  const marked = await markFiled(ctx, mailboxId, email)
  if (marked === 'elsewhere') return
  await ctx.db.asService((tx) => saveTagged(tx, [logId], { isSupported: marked === 'marked' }))
}

/**
 * Takes the category off an email that the user keeps in the inbox.
 * @throws MailboxAccessError or VendorError
 */
export async function untagKept(
  ctx: RemoteContext,
  { mailboxId, inboxFolderId }: InboxOfMailbox,
  { logId, messageId, category }: KeptLog,
): Promise<void> {
  const email = { id: messageId, in: inboxFolderId, category: null, formerCategories: [category], folder: null }
  await markFiled(ctx, mailboxId, email)
  await ctx.db.asService((tx) => saveUntagged(tx, logId))
}
