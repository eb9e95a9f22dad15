import type { RemoteContext } from '../../context.ts'
import { retryWaitMs } from '../../mail/access/mailbox-failure.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
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

/** One email whose change is refused does not delay the others: it gets no category. */
export async function tagUnlessRefused(ctx: RemoteContext, inbox: InboxOfMailbox, email: EmailToTag): Promise<void> {
  try {
    await tagDelayed(ctx, inbox, email)
  } catch (error) {
    if (!(error instanceof VendorError) || retryWaitMs(error) !== null) throw error
    // Another program changes it at this moment: the next look tries again.
    if (error.status === 412) return
    ctx.events.backgroundError({ part: 'category', error })
    await ctx.db.asService((tx) => saveTagged(tx, [email.logId], { isSupported: false }))
  }
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
