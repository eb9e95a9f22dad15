import type { Context } from '../context.ts'
import { emailTexts } from '../emails/email-texts.ts'
import { renderEmail } from '../emails/render-email.ts'
import { fail } from '../errors.ts'
import { findEmailRecipient } from '../shared/email-recipient.ts'
import { VendorError } from '../vendors/http/vendor-error.ts'

/**
 * Sends an email to the operator at once, past the queue: its answer is what the operator waits for.
 * @returns the address
 * @throws AppError `session_ended`, `email_not_configured`, `mail_server_refused`
 */
export async function sendTestEmail(
  { config, db, vendors }: Pick<Context, 'config' | 'db' | 'vendors'>,
  userId: string,
) {
  const recipient = (await db.asAccounts((tx) => findEmailRecipient(tx, userId))) ?? fail('session_ended')
  const smtp = vendors.smtp ?? fail('email_not_configured')
  const { t } = emailTexts(config, recipient.language)
  const email = {
    ...recipient,
    subject: t('Email of {product} arrives'),
    heading: t('Email of {product} arrives'),
    paragraphs: [t('This is the test that you asked for. The mail server of {product} works.')],
    footnote: t('You get this email because you asked for it on the page “Set up”.'),
  }
  try {
    await smtp.send(renderEmail(email, config))
  } catch (error) {
    if (error instanceof VendorError) fail('mail_server_refused')
    throw error
  }
  return recipient.to
}
