import type { Context } from '../../context.ts'
import { accountEmail } from '../../shared/account-email.ts'
import { auditedDetails } from '../../shared/audit-log.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'

/** Places that the email about all changes of an hour lists. */
const destinationSummaryMaxPlaces = 100

/** Reports where actions were made to store files since a moment, each place once, however often it was changed. */
export async function composeFileDestinationSummary(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId, since }: EmailPayload<'file-destination-summary'>,
): Promise<EmailContent | null> {
  const { productName, publicUrl, supportEmail } = ctx.config
  const what = { userId, action: 'action_set_up', since: new Date(since), limit: destinationSummaryMaxPlaces }
  const [to, places] = await ctx.db.asAccounts(async (tx) => [
    await accountEmail(tx, userId),
    await auditedDetails(tx, what),
  ])
  if (to === null) return null
  const others = places.length === destinationSummaryMaxPlaces ? ' and others' : ''
  const subject = `${productName} stores your files in other places after many changes`
  return {
    to,
    subject,
    heading: subject,
    paragraphs: [
      'Someone, most likely you, has changed very often where your actions store the attachments of your email. ' +
        'We send no email about each of these changes any more. Your account lists all of them under “Account ' +
        'activity”, also those of prompts.',
      `The last changes named: ${places.join(', ') || 'no base folder'}${others}.`,
    ],
    button: { label: 'Check your actions', url: `${publicUrl}/dashboard?tab=folders` },
    footnote:
      'If it was not you, someone may be using your account: change the folders back, ' +
      `choose a new password with “Forgot password?”, and write to ${supportEmail}.`,
  }
}
