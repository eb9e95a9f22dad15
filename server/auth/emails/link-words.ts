import type { Config } from '../../config.ts'
import type { EmailContent } from '../../emails/composers.ts'
import type { LinkPurpose } from '../../emails/kinds.ts'

interface Words extends Pick<EmailContent, 'subject' | 'heading' | 'paragraphs' | 'footnote'> {
  /** What stands on the button; null where the e-mail has a code alone. */
  label: string | null
}

interface Matter {
  purpose: LinkPurpose
  /** The account's address as it is now. */
  email: string
  /** The address that is to take its place; needed for a change of address. */
  newEmail?: string | null
}

/** As long as the lives in `one-time-token.ts`. */
const lives = 'The link works for one hour, the code for ten minutes. Each works once.'

/**
 * What we say beside a link and a code: who asked for what, how long it is good, what to do when it was somebody else. Nothing that
 * a person could have written but an address, and that only to people whom it concerns.
 */
export function linkWords({ productName }: Pick<Config, 'productName'>, { purpose, email, newEmail }: Matter): Words {
  switch (purpose) {
    case 'signup':
      return {
        subject: `Confirm your email address for ${productName}`,
        heading: 'Confirm your email address',
        paragraphs: [
          `Somebody, most likely you, signed up for ${productName} with this address. Press the button to confirm that it is yours, or type the code where you are asked for it.`,
          lives,
        ],
        label: 'Confirm my address',
        footnote: 'If it was not you, do nothing: an account without a confirmed address cannot be used.',
      }
    case 'invite':
      return {
        subject: `You are invited to ${productName}`,
        heading: `You are invited to ${productName}`,
        paragraphs: [
          `An account is waiting for you at ${productName}, which sorts email into your own folders. Press the button to accept the invitation, or type the code where you are asked for it.`,
          lives,
        ],
        label: 'Accept the invitation',
        footnote: 'If you do not know what this is about, do nothing: nobody can use the account but you.',
      }
    case 'magiclink':
      return {
        subject: `Sign in to ${productName}`,
        heading: `Sign in to ${productName}`,
        paragraphs: [
          'Somebody, most likely you, asked to sign in with this address. Press the button, or type the code where you are asked for it.',
          lives,
        ],
        label: 'Sign in',
        footnote: 'If it was not you, do nothing. Never pass the code on: nobody of ours will ask you for it.',
      }
    case 'recovery':
      return {
        subject: `Reset your ${productName} password`,
        heading: 'Choose a new password',
        paragraphs: [
          `Somebody, most likely you, forgot the password of the ${productName} account with this address. Press the button to choose a new one, or type the code where you are asked for it.`,
          lives,
        ],
        label: 'Choose a new password',
        footnote: 'If it was not you, do nothing: your password stays as it is.',
      }
    case 'email_change_current':
      return {
        subject: 'Confirm the change of your email address',
        heading: 'Is this change yours?',
        paragraphs: [
          `Somebody, most likely you, asked to change the address of your ${productName} account from ${email} to ${newEmail ?? 'another one'}. Press the button to agree, or type the code where you are asked for it.`,
          `We have written to the new address, too. Nothing changes before both are confirmed. ${lives}`,
        ],
        label: 'Agree to the change',
        footnote:
          'If it was not you, do not press the button: then nothing changes. But somebody may be using your account, so change your password now.',
      }
    case 'email_change_new':
      return {
        subject: `Confirm your new email address for ${productName}`,
        heading: 'Confirm your new email address',
        paragraphs: [
          `Somebody, most likely you, wants to use this address for their ${productName} account. Press the button to confirm that it is yours, or type the code where you are asked for it.`,
          `We have written to the old address, too. Nothing changes before both are confirmed. ${lives}`,
        ],
        label: 'Confirm my new address',
        footnote: 'If it was not you, do nothing: the address will not be used.',
      }
    case 'reauthentication':
      return {
        subject: `Your ${productName} code`,
        heading: 'Confirm that it is you',
        paragraphs: [
          `Something important is about to be changed in your ${productName} account. To go on, type this code where you are asked for it.`,
          'The code works for ten minutes, and once.',
        ],
        label: null,
        footnote:
          'If it was not you, somebody may be using your account: give the code to nobody, and change your password now.',
      }
  }
}

/** For a sign-up of which no password was kept, because another one with the same address was waiting to be confirmed. */
export function choosePasswordWords({ productName }: Pick<Config, 'productName'>) {
  return {
    subject: `Confirm your email address for ${productName}`,
    heading: 'Confirm your email address and choose a password',
    paragraphs: [
      `Somebody, most likely you, signed up for ${productName} with this address more than once within an hour. In case one of them was not you, no password was kept: press the button to confirm that the address is yours, and choose one.`,
      'Earlier links do not work any more. This one works for one hour, and once.',
    ],
    label: 'Confirm and choose a password',
    footnote: 'If it was not you, do nothing: an account without a confirmed address cannot be used.',
  }
}
