import type { Context } from '../../context.ts'
import type { EmailContent } from '../../emails/composers.ts'
import type { EmailPayload, Notice } from '../../emails/kinds.ts'

const words: Record<Notice, { subject: string; text: string }> = {
  password_changed: { subject: 'Your password was changed', text: 'The password of your account was changed.' },
  email_changed: { subject: 'Your email address was changed', text: 'The address of your account was changed.' },
  sign_up_attempted: {
    subject: 'You already have an account',
    text: 'Somebody tried to sign up with this address, which has an account already.',
  },
  factor_added: { subject: 'Two-step sign-in was set up', text: 'A second step was added to your sign-in.' },
  factor_removed: { subject: 'A second step was removed', text: 'A second step was removed from your sign-in.' },
  recovery_codes_made: {
    subject: 'New recovery codes',
    text: 'New recovery codes were made. The old ones no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    text: 'Somebody signed in with one of your recovery codes.',
  },
  identity_linked: {
    subject: 'A sign-in was connected',
    text: 'Another way to sign in was connected to your account.',
  },
  identity_unlinked: { subject: 'A sign-in was removed', text: 'A way to sign in was removed from your account.' },
  account_deleted: { subject: 'Your account was deleted', text: 'Your account and everything in it was deleted.' },
}

/** Tells the owner what happened to their account, in case it was somebody else. Nothing in it needs a click. */
export async function composeNotice(
  { config }: Context,
  { notice, email, at }: EmailPayload<'account-notice'>,
): Promise<EmailContent> {
  const { subject, text } = words[notice]
  return {
    to: email,
    subject,
    heading: subject,
    paragraphs: [text, `This happened at ${at.slice(0, 16).replace('T', ' ')} UTC.`],
    footnote: `If this was not you, write to ${config.supportEmail}.`,
  }
}
