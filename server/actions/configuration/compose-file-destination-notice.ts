import type { Context } from '../../context.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { emailTexts } from '../../emails/email-texts.ts'
import { originLine } from '../../emails/origin-line.ts'
import { findEmailRecipient } from '../../shared/email-recipient.ts'

/** Tells the user where an action stores files from now on. */
export async function composeFileDestinationNotice(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId, destination, ip, at }: EmailPayload<'file-destination-notice'>,
): Promise<EmailContent | null> {
  const recipient = await ctx.db.asAccounts((tx) => findEmailRecipient(tx, userId))
  if (!recipient) return null
  const texts = emailTexts(ctx.config, recipient.language)
  const { t } = texts
  const subject = t('{product} now stores your files in another place')
  return {
    ...recipient,
    subject,
    heading: subject,
    paragraphs: [
      t(
        'Someone, most likely you, changed where an action stores the attachments of your emails. ' +
          'From now on they go to {destination}. Everyone with whom this folder is shared can read them.',
        { destination },
      ),
      originLine(texts, at, ip),
    ],
    button: { label: t('Check your actions'), url: `${ctx.config.publicUrl}/dashboard?tab=folders` },
    footnote: t(
      'If it was not you, someone may be using your account: change the folder back, ' +
        'choose a new password with “Forgot password?”, and write to {support}.',
    ),
  }
}
