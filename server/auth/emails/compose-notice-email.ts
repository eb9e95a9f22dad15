import type { Context } from '../../context.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload, Notice } from '../../emails/email-kinds.ts'

interface NoticeText {
  subject: string
  text: string
  /** What changes for the user. */
  next?: string
  /** What to do if the owner did not do this. */
  footnote: string
}

interface TextInput {
  productName: string
  /** What was connected; empty for other notices. */
  detail: string
  supportEmail: string
  /** For a change of how the account is secured or accessed. */
  secureNote: string
}

/** For example "21 November 2026 at 12:34". UTC, because the recipient's time zone is unknown. */
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Composes a security notice to the account's owner. It contains no link, so that it cannot train users to click. */
export async function composeNoticeEmail(
  { config: { productName, supportEmail } }: Pick<Context, 'config'>,
  { notice, email, detail = '', at }: EmailPayload<'account-notice'>,
): Promise<EmailContent> {
  const secureNote =
    'If it was not you, someone may be using your account: ' +
    `choose a new password now with “Forgot password?”, and write to ${supportEmail}.`
  const { subject, text, next, footnote } = texts[notice]({ productName, detail, supportEmail, secureNote })
  return {
    to: email,
    subject,
    heading: subject,
    paragraphs: [text, ...(next ? [next] : []), `When: ${timeFormat.format(new Date(at))} (UTC).`],
    footnote,
  }
}

const unchangedNote = 'If it was not you, do nothing: nothing was changed.'

const texts: Record<Notice, (input: TextInput) => NoticeText> = {
  password_changed: ({ productName, secureNote }) => ({
    subject: `Your ${productName} password was changed`,
    text: `The password of your ${productName} account was changed. You were signed out everywhere else.`,
    footnote: secureNote,
  }),
  password_removed: ({ productName, secureNote }) => ({
    subject: `Your ${productName} password was removed`,
    text:
      'Someone, most likely you, has just signed in and proved for the first time that this address is theirs. ' +
      'Until then anyone could have signed up with it, ' +
      `so the password of your ${productName} account no longer works, and everyone else was signed out.`,
    next:
      'Mailboxes and services that were connected need a new sign-in, and forwarding addresses a new confirmation. ' +
      'You can choose a new password with “Forgot password?”.',
    footnote: secureNote,
  }),
  email_changed: ({ productName, supportEmail }) => ({
    subject: `Your ${productName} email address was changed`,
    text: `This is no longer the address of your ${productName} account. From now on we write to the new one.`,
    footnote: `If it was not you, write to ${supportEmail} immediately: this address can no longer be used to sign in.`,
  }),
  sign_up_attempted: ({ productName }) => ({
    subject: `You already have a ${productName} account`,
    text:
      `Someone, most likely you, tried to sign up for ${productName} with this address. ` +
      'It already has an account: please sign in, or use “Forgot password?”.',
    footnote: unchangedNote,
  }),
  address_wanted: ({ productName }) => ({
    subject: `This address already has a ${productName} account`,
    text:
      `Someone, most likely you, tried to use this address for another ${productName} account. ` +
      'It already has an account, and an address can belong to only one account.',
    footnote: unchangedNote,
  }),
  factor_added: ({ productName, secureNote }) => ({
    subject: `A second step was added to your ${productName} sign-in`,
    text: 'From now on, signing in also asks for a second step.',
    footnote: secureNote,
  }),
  factor_removed: ({ productName, secureNote }) => ({
    subject: `A second step was removed from your ${productName} sign-in`,
    text: 'It can no longer be used to sign in. If it was the last one, signing in asks for no second step any more.',
    footnote: secureNote,
  }),
  recovery_codes_made: ({ productName, secureNote }) => ({
    subject: `New ${productName} recovery codes`,
    text: `New recovery codes were created for your ${productName} account. The old ones no longer work.`,
    footnote: secureNote,
  }),
  recovery_code_used: ({ productName, secureNote }) => ({
    subject: `A ${productName} recovery code was used`,
    text:
      `Someone, most likely you, signed in to your ${productName} account with a recovery code. ` +
      'It cannot be used again.',
    footnote: secureNote,
  }),
  identity_linked: ({ productName, secureNote }) => ({
    subject: `A sign-in method was added to your ${productName} account`,
    text: 'It can now be used to sign in. The Account page lists all your sign-in methods.',
    footnote: secureNote,
  }),
  identity_unlinked: ({ productName, secureNote }) => ({
    subject: `A sign-in method was removed from your ${productName} account`,
    text: 'It can no longer be used to sign in. The Account page lists the methods that are left.',
    footnote: secureNote,
  }),
  service_connected: ({ productName, detail, secureNote }) => ({
    subject: `A service was connected to your ${productName} account`,
    text:
      `${detail} was connected to your ${productName} account. ` +
      'Your automated actions can now use it. You can disconnect it on the Connections page.',
    footnote: secureNote,
  }),
  mailbox_added: ({ productName, detail, secureNote }) => ({
    subject: `Another mailbox was connected to your ${productName} account`,
    text:
      `The mailbox ${detail} was connected to your ${productName} account. ` +
      'Its actions can use the services that you have connected. You can disconnect it on the dashboard.',
    footnote: secureNote,
  }),
  account_deleted: ({ productName, supportEmail }) => ({
    subject: `Your ${productName} account was deleted`,
    text:
      `Your account was deleted, with everything that ${productName} stored for you. ` +
      'The email in your mailbox stays where it is.',
    footnote: `If it was not you, write to ${supportEmail}.`,
  }),
}
