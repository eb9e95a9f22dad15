import type { Context } from '../../context.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { emailTexts } from '../../emails/email-texts.ts'
import { findEmailRecipient } from '../../shared/email-recipient.ts'
import { automaticEmailsPerHour } from '../limits.ts'

/** Tells the user that emails to a recipient are held back. */
export async function composeHourlyLimitNotice(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId, kind, address }: EmailPayload<'hourly-limit-notice'>,
): Promise<EmailContent | null> {
  const recipient = await ctx.db.asAccounts((tx) => findEmailRecipient(tx, userId))
  if (!recipient) return null
  const { t } = emailTexts(ctx.config, recipient.language)
  const values = { number: automaticEmailsPerHour, address }
  const [subject, text] =
    kind === 'forward'
      ? [
          t('{product} holds back emails that it should forward'),
          t(
            '{number} emails were forwarded to {address} within an hour. ' +
              'That is as many as an action may handle for one address, so the others are held back. ' +
              'They are in their folders, and the history lists them: you can try them again there in an hour.',
            values,
          ),
        ]
      : [
          t('{product} holds back replies that it should draft'),
          t(
            '{number} emails to {address} got the draft of a reply within an hour. ' +
              'That is as many as an action may handle for one address, so the others are held back. ' +
              'They are in their folders, and the history lists them: you can try them again there in an hour.',
            values,
          ),
        ]
  return {
    ...recipient,
    subject,
    heading: subject,
    paragraphs: [
      text,
      t(
        'So many emails within an hour may mean that two programs answer each other, such as a ticket system and an ' +
          'action of yours. If so, switch the action off, or change what goes into its folder.',
      ),
    ],
    button: { label: t('Open the history'), url: `${ctx.config.publicUrl}/history?status=action_failed` },
    footnote: t('You get this at most once an hour for each address, because you have an account at {product}.'),
  }
}
