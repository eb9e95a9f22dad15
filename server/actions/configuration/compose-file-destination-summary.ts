import type { Context } from '../../context.ts'
import { auditedDetails } from '../../shared/audit-log.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { emailTexts } from '../../emails/email-texts.ts'
import { findEmailRecipient } from '../../shared/email-recipient.ts'

/** Places that the email about all changes of an hour lists. */
const destinationSummaryMaxPlaces = 100

/** Reports where actions were made to store files since a moment, each place once, however often it was changed. */
export async function composeFileDestinationSummary(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId, since }: EmailPayload<'file-destination-summary'>,
): Promise<EmailContent | null> {
  const what = { userId, action: 'action_set_up', since: new Date(since), limit: destinationSummaryMaxPlaces }
  const [recipient, places] = await ctx.db.asAccounts(async (tx) => [
    await findEmailRecipient(tx, userId),
    await auditedDetails(tx, what),
  ])
  if (!recipient) return null
  const { t } = emailTexts(ctx.config, recipient.language)
  const subject = t('{product} stores your files in other places after many changes')
  const listed = places.join(', ')
  return {
    ...recipient,
    subject,
    heading: subject,
    paragraphs: [
      t(
        'Someone, most likely you, has changed very often where your actions store the attachments of your emails. ' +
          'You get no email about each of these changes any more. ' +
          'Your account lists all of them under “Account activity”, also those of prompts.',
      ),
      listed === ''
        ? t('The last changes named no base folder.')
        : places.length < destinationSummaryMaxPlaces
          ? t('The last changes named: {places}.', { places: listed })
          : t('The last changes named: {places} and others.', { places: listed }),
    ],
    button: { label: t('Check your actions'), url: `${ctx.config.publicUrl}/dashboard?tab=folders` },
    footnote: t(
      'If it was not you, someone may be using your account: change the folders back, ' +
        'choose a new password with “Forgot password?”, and write to {support}.',
    ),
  }
}
