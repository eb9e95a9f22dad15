import type { Context } from '../../context.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload, Notice } from '../../emails/email-kinds.ts'
import { emailTexts } from '../../emails/email-texts.ts'
import type { ServerTexts } from '../../texts/server-texts.ts'

interface NoticeText {
  subject: string
  text: string
  /** What changes for the user. */
  next?: string
  /** What to do if the owner did not do this. */
  footnote: string
}

type Texts = Pick<ServerTexts, 't'>
type TextInput = Texts & {
  /** What was connected; empty for other notices. */
  detail: string
}

/** Composes a security notice to the account's owner. It contains no link, so that it cannot train users to click. */
export async function composeNoticeEmail(
  { config }: Pick<Context, 'config'>,
  { notice, email, language, detail = '', at }: EmailPayload<'account-notice'>,
): Promise<EmailContent> {
  const { t, time } = emailTexts(config, language)
  const { subject, text, next, footnote } = texts[notice]({ t, detail })
  return {
    to: email,
    language,
    subject,
    heading: subject,
    paragraphs: [text, ...(next ? [next] : []), t('When: {time} (UTC).', { time: time(at) })],
    footnote,
  }
}

const unchangedNote = ({ t }: Texts): string => t('If it was not you, do nothing: nothing was changed.')
/** For a change of how the account is secured or accessed. */
const secureNote = ({ t }: Texts): string =>
  t(
    'If it was not you, someone may be using your account: choose a new password now with “Forgot password?”, ' +
      'and write to {support}.',
  )

const texts: Record<Notice, (input: TextInput) => NoticeText> = {
  password_changed: ({ t }) => ({
    subject: t('Your {product} password was changed'),
    text: t('The password of your {product} account was changed. You were signed out everywhere else.'),
    footnote: secureNote({ t }),
  }),
  password_removed: ({ t }) => ({
    subject: t('Your {product} password was removed'),
    text: t(
      'Someone, most likely you, has just signed in and proved for the first time that this address is theirs. ' +
        'Until then anyone could have signed up with it, ' +
        'so the password of your {product} account no longer works, and everyone else was signed out.',
    ),
    next: t(
      'Mailboxes and services that were connected need a new sign-in, and forwarding addresses a new confirmation. ' +
        'You can choose a new password with “Forgot password?”.',
    ),
    footnote: secureNote({ t }),
  }),
  email_changed: ({ t }) => ({
    subject: t('Your {product} email address was changed'),
    text: t('This is no longer the address of your {product} account. From now on emails go to the new one.'),
    footnote: t('If it was not you, write to {support} immediately: this address can no longer be used to sign in.'),
  }),
  sign_up_attempted: ({ t }) => ({
    subject: t('You already have a {product} account'),
    text: t(
      'Someone, most likely you, tried to sign up for {product} with this address. ' +
        'It already has an account: please sign in, or use “Forgot password?”.',
    ),
    footnote: unchangedNote({ t }),
  }),
  address_wanted: ({ t }) => ({
    subject: t('This address already has a {product} account'),
    text: t(
      'Someone, most likely you, tried to use this address for another {product} account. ' +
        'It already has an account, and an address can belong to only one account.',
    ),
    footnote: unchangedNote({ t }),
  }),
  factor_added: ({ t }) => ({
    subject: t('A second step was added to your {product} sign-in'),
    text: t('From now on, signing in also asks for a second step.'),
    footnote: secureNote({ t }),
  }),
  factor_removed: ({ t }) => ({
    subject: t('A second step was removed from your {product} sign-in'),
    text: t(
      'It can no longer be used to sign in. If it was the last one, signing in asks for no second step any more.',
    ),
    footnote: secureNote({ t }),
  }),
  recovery_codes_made: ({ t }) => ({
    subject: t('New {product} recovery codes'),
    text: t('New recovery codes were created for your {product} account. The old ones no longer work.'),
    footnote: secureNote({ t }),
  }),
  recovery_code_used: ({ t }) => ({
    subject: t('A {product} recovery code was used'),
    text: t(
      'Someone, most likely you, signed in to your {product} account with a recovery code. ' +
        'It cannot be used again.',
    ),
    footnote: secureNote({ t }),
  }),
  identity_linked: ({ t }) => ({
    subject: t('A sign-in method was added to your {product} account'),
    text: t('It can now be used to sign in. The Account page lists all your sign-in methods.'),
    footnote: secureNote({ t }),
  }),
  identity_unlinked: ({ t }) => ({
    subject: t('A sign-in method was removed from your {product} account'),
    text: t('It can no longer be used to sign in. The Account page lists the methods that are left.'),
    footnote: secureNote({ t }),
  }),
  service_connected: ({ t, detail }) => ({
    subject: t('A service was connected to your {product} account'),
    text: t(
      '{detail} was connected to your {product} account. ' +
        'Your automated actions can now use it. You can disconnect it on the Connections page.',
      { detail },
    ),
    footnote: secureNote({ t }),
  }),
  mailbox_added: ({ t, detail }) => ({
    subject: t('Another mailbox was connected to your {product} account'),
    text: t(
      'The mailbox {detail} was connected to your {product} account. ' +
        'Its actions can use the services that you have connected. You can disconnect it on the dashboard.',
      { detail },
    ),
    footnote: secureNote({ t }),
  }),
  account_deleted: ({ t }) => ({
    subject: t('Your {product} account was deleted'),
    text: t(
      'Your account was deleted, with everything that {product} stored for you. ' +
        'The emails in your mailbox stay where they are.',
    ),
    footnote: t('If it was not you, write to {support}.'),
  }),
}
