import type { Context } from '../../context.ts'
import type { LinkPurpose } from '../../emails/email-kinds.ts'
import { refuse } from '../protocol/auth-error.ts'

/** What the operator can do instead, by what the email is for. */
const messages = {
  signIn: 'This server cannot send email. Its operator must set SMTP_URL.',
  signUp:
    'This server cannot send email. Its operator must set SMTP_URL, or invite you by a link: ' +
    'npx mailroom users invite EMAIL',
  recovery:
    'This server cannot send email. Its operator must set SMTP_URL, or give you a link to choose a new password: ' +
    'npx mailroom users reset EMAIL',
  emailChange:
    'This server cannot send email. Its operator must set SMTP_URL, or change your address: ' +
    'npx mailroom users email OLD NEW',
}

/**
 * For operations that need an email.
 * @throws AuthError 422 `email_provider_disabled`, which says what the operator can do
 */
export function requireMailServer({ vendors }: Pick<Context, 'vendors'>, purpose: keyof typeof messages): void {
  if (!vendors.smtp) refuse(422, 'email_provider_disabled', messages[purpose])
}

/** What the email of a link is for. */
export const purposeOfLink = (purpose: LinkPurpose | undefined): keyof typeof messages => {
  if (purpose === 'recovery') return 'recovery'
  if (purpose === 'signup' || purpose === 'invite') return 'signUp'
  return purpose === 'email_change_new' || purpose === 'email_change_current' ? 'emailChange' : 'signIn'
}
