import type { EmailContent } from '../../emails/email-content.ts'
import type { LinkPurpose } from '../../emails/email-kinds.ts'
import type { ServerTexts } from '../../texts/server-texts.ts'

interface LinkEmailText extends Pick<EmailContent, 'subject' | 'heading' | 'paragraphs' | 'footnote'> {
  /** Label of the button; null if the email has only a code. */
  label: string | null
}

interface LinkEmail {
  purpose: LinkPurpose
  /** The current address of the account. */
  email: string
  /** The new address; required for a change of address. */
  newEmail?: string | null
}

type Texts = Pick<ServerTexts, 't'>
type TextInput = Texts & Omit<LinkEmail, 'purpose'>

/** Must match `linkTokenMs` and `codeTokenMs` in `server/auth/tokens`. */
const lifetimeNote = ({ t }: Texts): string =>
  t('The link works for one hour, the code for ten minutes. Each works once.')
const unconfirmedNote = ({ t }: Texts): string =>
  t('If it was not you, do nothing: an account without a confirmed address cannot be used.')

/**
 * Texts of the emails with a link or code: the reason, the lifetime, and what to do if the recipient did not request
 * it. Addresses are the only user-supplied text.
 */
export const linkEmailText = ({ t }: Texts, { purpose, ...addresses }: LinkEmail): LinkEmailText =>
  texts[purpose]({ t, ...addresses })

const texts: Record<LinkPurpose, (input: TextInput) => LinkEmailText> = {
  signup: ({ t }) => ({
    subject: t('Confirm your email address for {product}'),
    heading: t('Confirm your email address'),
    paragraphs: [
      t(
        'Someone, most likely you, signed up for {product} with this address. ' +
          'Press the button to confirm that it is yours, or type the code where you are asked for it.',
      ),
      lifetimeNote({ t }),
    ],
    label: t('Confirm my address'),
    footnote: unconfirmedNote({ t }),
  }),
  invite: ({ t }) => ({
    subject: t('You are invited to {product}'),
    heading: t('You are invited to {product}'),
    paragraphs: [
      t(
        'An account is waiting for you at {product}, which sorts emails into your own folders. ' +
          'Press the button to accept the invitation, or type the code where you are asked for it.',
      ),
      lifetimeNote({ t }),
    ],
    label: t('Accept the invitation'),
    footnote: t('If you did not expect this invitation, do nothing: no one else can use the account.'),
  }),
  magiclink: ({ t }) => ({
    subject: t('Sign in to {product}'),
    heading: t('Sign in to {product}'),
    paragraphs: [
      t(
        'Someone, most likely you, asked to sign in with this address. ' +
          'Press the button, or type the code where you are asked for it.',
      ),
      lifetimeNote({ t }),
    ],
    label: t('Sign in'),
    footnote: t('If it was not you, do nothing. Never share the code: {product} never asks you for it.'),
  }),
  recovery: ({ t }) => ({
    subject: t('Reset your {product} password'),
    heading: t('Choose a new password'),
    paragraphs: [
      t(
        'Someone, most likely you, asked to reset the password of the {product} account with this address. ' +
          'Press the button to choose a new one, or type the code where you are asked for it.',
      ),
      lifetimeNote({ t }),
    ],
    label: t('Choose a new password'),
    footnote: t('If it was not you, do nothing: your password does not change.'),
  }),
  email_change_current: ({ t, email, newEmail }) => ({
    subject: t('Confirm the change of your email address'),
    heading: t('Is this change yours?'),
    paragraphs: [
      t(
        'Someone, most likely you, asked to change the address of your {product} account from {email} to {newEmail}. ' +
          'Press the button to agree, or type the code where you are asked for it.',
        { email, newEmail: newEmail ?? '' },
      ),
      t('Another email went to the new address. Nothing changes until both are confirmed.'),
      lifetimeNote({ t }),
    ],
    label: t('Agree to the change'),
    footnote: t(
      'If it was not you, do not press the button: then nothing changes. ' +
        'Someone may be using your account, so change your password now.',
    ),
  }),
  email_change_new: ({ t }) => ({
    subject: t('Confirm your new email address for {product}'),
    heading: t('Confirm your new email address'),
    paragraphs: [
      t(
        'Someone, most likely you, wants to use this address for their {product} account. ' +
          'Press the button to confirm that it is yours, or type the code where you are asked for it.',
      ),
      t('Another email went to the old address. Nothing changes until both are confirmed.'),
      lifetimeNote({ t }),
    ],
    label: t('Confirm my new address'),
    footnote: t('If it was not you, do nothing: the address will not be used.'),
  }),
  reauthentication: ({ t }) => ({
    subject: t('Your {product} code'),
    heading: t('Confirm that it is you'),
    paragraphs: [
      t(
        'An important change to your {product} account was requested. ' +
          'To continue, type this code where you are asked for it.',
      ),
      t('The code works once and for ten minutes.'),
    ],
    label: null,
    footnote: t(
      'If it was not you, someone may be using your account: do not share the code, and change your password now.',
    ),
  }),
}

/** For a sign-up whose password was not stored, because another sign-up with the same address was pending. */
export const choosePasswordText = ({ t }: Texts) => ({
  subject: t('Confirm your email address for {product}'),
  heading: t('Confirm your email address and choose a password'),
  paragraphs: [
    t(
      'Someone, most likely you, signed up for {product} with this address more than once within an hour. ' +
        'In case one of them was not you, no password was stored: ' +
        'press the button to confirm that the address is yours, and choose one.',
    ),
    t('Earlier links no longer work. This one works once and for one hour.'),
  ],
  label: t('Confirm and choose a password'),
  footnote: unconfirmedNote({ t }),
})
