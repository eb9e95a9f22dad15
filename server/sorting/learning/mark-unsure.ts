import { unsureCategory } from '../../../contract/limits.ts'
import { days, later, minutes } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import type { JobPayload } from '../../jobs/queues.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { MailboxProblem } from '../../mail/mailbox-problem.ts'
import { isGone } from '../../vendors/graph-error.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { unsureMail } from './correction-queries.ts'
import { inboxIdOf } from './memory.ts'

const againAfterMs = minutes(1)
const longestWait = days(1)

/**
 * Gives a mail that stayed in the inbox as unsure its category in Outlook, beside those that it has. A job of its own, after the mail has
 * ended: whatever goes wrong here, it was sorted as well as it could be.
 */
export async function markUnsure(ctx: RemoteContext, { logId }: JobPayload<'mark-unsure'>): Promise<void> {
  const mail = await ctx.db.asService((tx) => unsureMail(tx, logId))
  if (!mail) return
  const { mailboxId, messageId } = mail
  try {
    const inbox = await inboxIdOf(ctx, mailboxId)
    // Taken by the user meanwhile, or marked by a run whose answer was lost, it stays as it is.
    const marked = (categories: string[], parentFolderId: string): string[] | null =>
      parentFolderId !== inbox || categories.includes(unsureCategory) ? null : [...categories, unsureCategory]
    await withMailbox(ctx, mailboxId, (graph, token) => graph.changeCategories(token, messageId, marked))
  } catch (error) {
    if (isGone(error) || error instanceof MailboxProblem) return
    if (!(error instanceof VendorError)) throw error
    const now = ctx.clock.now()
    if (!error.transient || now.getTime() - mail.since.getTime() > longestWait)
      return ctx.events.backgroundError({ part: 'unsure-category', error })
    const after = later(now, Math.max(error.retryAfterMs ?? 0, againAfterMs))
    await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'mark-unsure', { logId }, { after }))
  }
}
