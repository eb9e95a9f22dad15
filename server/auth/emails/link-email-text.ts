import type { Config } from '../../config.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { LinkPurpose } from '../../emails/email-kinds.ts'

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

interface TextInput extends Omit<LinkEmail, 'purpose'> {
  productName: string
}

/** Must match `linkTokenMs` and `codeTokenMs` in `server/auth/tokens`. */
const lifetimeNote = 'The link works for one hour, the code for ten minutes. Each works once.'
const orTypeCode = 'or type the code where you are asked for it.'
const unconfirmedNote = 'If it was not you, do nothing: an account without a confirmed address cannot be used.'

/**
 * Texts of the emails with a link or code: the reason, the lifetime, and what to do if the recipient did not request
 * it. Addresses are the only user-supplied text.
 */
export const linkEmailText = (
  { productName }: Pick<Config, 'productName'>,
  { purpose, ...addresses }: LinkEmail,
): LinkEmailText => texts[purpose]({ productName, ...addresses })

const texts: Record<LinkPurpose, (input: TextInput) => LinkEmailText> = {
  signup: ({ productName }) => ({
    subject: `Confirm your email address for ${productName}`,
    heading: 'Confirm your email address',
    paragraphs: [
      `Someone, most likely you, signed up for ${productName} with this address. ` +
        `Press the button to confirm that it is yours, ${orTypeCode}`,
      lifetimeNote,
    ],
    label: 'Confirm my address',
    footnote: unconfirmedNote,
  }),
  invite: ({ productName }) => ({
    subject: `You are invited to ${productName}`,
    heading: `You are invited to ${productName}`,
    paragraphs: [
      `An account is waiting for you at ${productName}, which sorts email into your own folders. ` +
        `Press the button to accept the invitation, ${orTypeCode}`,
      lifetimeNote,
    ],
    label: 'Accept the invitation',
    footnote: 'If you did not expect this invitation, do nothing: no one else can use the account.',
  }),
  magiclink: ({ productName }) => ({
    subject: `Sign in to ${productName}`,
    heading: `Sign in to ${productName}`,
    paragraphs: [
      `Someone, most likely you, asked to sign in with this address. Press the button, ${orTypeCode}`,
      lifetimeNote,
    ],
    label: 'Sign in',
    footnote: 'If it was not you, do nothing. Never share the code: we will never ask you for it.',
  }),
  recovery: ({ productName }) => ({
    subject: `Reset your ${productName} password`,
    heading: 'Choose a new password',
    paragraphs: [
      `Someone, most likely you, asked to reset the password of the ${productName} account with this address. ` +
        `Press the button to choose a new one, ${orTypeCode}`,
      lifetimeNote,
    ],
    label: 'Choose a new password',
    footnote: 'If it was not you, do nothing: your password does not change.',
  }),
  email_change_current: ({ productName, email, newEmail }) => ({
    subject: 'Confirm the change of your email address',
    heading: 'Is this change yours?',
    paragraphs: [
      `Someone, most likely you, asked to change the address of your ${productName} account ` +
        `from ${email} to ${newEmail ?? 'another one'}. Press the button to agree, ${orTypeCode}`,
      `We have also written to the new address. Nothing changes until both are confirmed. ${lifetimeNote}`,
    ],
    label: 'Agree to the change',
    footnote:
      'If it was not you, do not press the button: then nothing changes. ' +
      'Someone may be using your account, so change your password now.',
  }),
  email_change_new: ({ productName }) => ({
    subject: `Confirm your new email address for ${productName}`,
    heading: 'Confirm your new email address',
    paragraphs: [
      `Someone, most likely you, wants to use this address for their ${productName} account. ` +
        `Press the button to confirm that it is yours, ${orTypeCode}`,
      `We have also written to the old address. Nothing changes until both are confirmed. ${lifetimeNote}`,
    ],
    label: 'Confirm my new address',
    footnote: 'If it was not you, do nothing: the address will not be used.',
  }),
  reauthentication: ({ productName }) => ({
    subject: `Your ${productName} code`,
    heading: 'Confirm that it is you',
    paragraphs: [
      `An important change to your ${productName} account was requested. ` +
        'To continue, type this code where you are asked for it.',
      'The code works once and for ten minutes.',
    ],
    label: null,
    footnote:
      'If it was not you, someone may be using your account: do not share the code, and change your password now.',
  }),
}

/** For a sign-up whose password was not stored, because another sign-up with the same address was pending. */
export function choosePasswordText({ productName }: Pick<Config, 'productName'>) {
  return {
    subject: `Confirm your email address for ${productName}`,
    heading: 'Confirm your email address and choose a password',
    paragraphs: [
      `Someone, most likely you, signed up for ${productName} with this address more than once within an hour. ` +
        'In case one of them was not you, no password was stored: ' +
        'press the button to confirm that the address is yours, and choose one.',
      'Earlier links no longer work. This one works once and for one hour.',
    ],
    label: 'Confirm and choose a password',
    footnote: unconfirmedNote,
  }
}
