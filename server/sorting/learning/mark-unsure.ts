import { unsureCategory } from '../../../contract/limits.ts'
import { addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import type { JobPayload } from '../../jobs/queues.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { retryWaitMs } from '../../mail/access/mailbox-failure.ts'
import { inMessageSpan } from '../../tracing.ts'
import type { MarkChange, Marks } from '../../vendors/mailbox/message.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { unsureMessage } from './corrected-log-queries.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'

const unsureCategoryMaxAgeMs = 24 * 60 * 60_000

/**
 * Adds the "Unsure" category in the mailbox to a message that stayed in the inbox as unsure. A separate job, so that a
 * failure here does not affect sorting.
 */
export async function markUnsure(ctx: RemoteContext, { logId }: JobPayload<'mark-unsure'>): Promise<void> {
  const mail = await ctx.db.asService((tx) => unsureMessage(tx, logId))
  if (!mail) return
  const { mailboxId, messageId } = mail
  try {
    const inbox = await inboxFolderIdOf(ctx, mailboxId)
    // Nothing to do where the user has moved the message, or an earlier attempt has succeeded and its response was
    // lost.
    const withUnsure = ({ categories }: Marks, parentFolderId: string): MarkChange | null =>
      parentFolderId !== inbox || categories.includes(unsureCategory)
        ? null
        : { categories: [...categories, unsureCategory] }
    await inMessageSpan('mark as unsure', { mailboxId, messageId }, { logId }, () =>
      withMailbox(ctx, mailboxId, (mailbox) => mailbox.mark(messageId, withUnsure)),
    )
  } catch (error) {
    if (error instanceof MailboxAccessError) return
    if (!(error instanceof VendorError)) throw error
    const now = ctx.clock.now()
    const waitMs = retryWaitMs(error)
    if (waitMs === null || now.getTime() - mail.since.getTime() > unsureCategoryMaxAgeMs)
      return ctx.events.backgroundError({ part: 'unsure-category', error })
    await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'mark-unsure', { logId }, { after: addMs(now, waitMs) }))
  }
}
