import type { Context } from '../../context.ts'
import type { EmailContent } from '../../emails/composers.ts'
import type { EmailPayload, Notice } from '../../emails/kinds.ts'

interface Words {
  subject: string
  text: string
  /** What to do when it was somebody else. */
  footnote: string
}

/** 21 November 2026 at 12:34; where the person is we do not know. */
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Tells the owner what happened to their account, in case it was somebody else. Nothing in it needs a click. */
export async function composeNotice(
  { config }: Pick<Context, 'config'>,
  { notice, email, at }: EmailPayload<'account-notice'>,
): Promise<EmailContent> {
  const { subject, text, footnote } = noticeWords(config, notice)
  return {
    to: email,
    subject,
    heading: subject,
    paragraphs: [text, `When: ${moment.format(new Date(at))} (UTC).`],
    footnote,
  }
}

function noticeWords({ productName, supportEmail }: Context['config'], notice: Notice): Words {
  const account = `your ${productName} account`
  const secure = `If it was not you, somebody may be using your account: choose a new password now with "Forgot password?", and write to ${supportEmail}.`
  switch (notice) {
    case 'password_changed':
      return {
        subject: `Your ${productName} password was changed`,
        text: `The password of ${account} was changed. You were signed out everywhere else.`,
        footnote: secure,
      }
    case 'password_removed':
      return {
        subject: `Your ${productName} password was removed`,
        text: `Somebody, most likely you, has just signed in for the first time in a way that shows this address to be theirs. Until then anybody could have signed up with it, so the password of ${account} no longer works, and everybody else was signed out. You can choose a new one with "Forgot password?".`,
        footnote: secure,
      }
    case 'email_changed':
      return {
        subject: `Your ${productName} email address was changed`,
        text: `This is no longer the address of ${account}. From now on we write to the new one.`,
        footnote: `If it was not you, write to ${supportEmail} at once: this address can no longer be used to sign in.`,
      }
    case 'sign_up_attempted':
      return {
        subject: `You already have a ${productName} account`,
        text: `Somebody, most likely you, tried to sign up for ${productName} with this address. It has an account already: please sign in, or use "Forgot password?".`,
        footnote: 'If it was not you, do nothing: nothing was changed.',
      }
    case 'address_wanted':
      return {
        subject: `This address already has a ${productName} account`,
        text: `Somebody, most likely you, wanted to use this address for another ${productName} account. It has an account already, and an address can belong to one account alone.`,
        footnote: 'If it was not you, do nothing: nothing was changed.',
      }
    case 'factor_added':
      return {
        subject: `A second step was added to your ${productName} sign-in`,
        text: `A second step was added to the sign-in of ${account}.`,
        footnote: secure,
      }
    case 'factor_removed':
      return {
        subject: `A second step was removed from your ${productName} sign-in`,
        text: `A second step was removed from the sign-in of ${account}.`,
        footnote: secure,
      }
    case 'recovery_codes_made':
      return {
        subject: `New ${productName} recovery codes`,
        text: `New recovery codes were made for ${account}. The old ones no longer work.`,
        footnote: secure,
      }
    case 'recovery_code_used':
      return {
        subject: `A ${productName} recovery code was used`,
        text: `Somebody, most likely you, signed in to ${account} with a recovery code. It cannot be used again.`,
        footnote: secure,
      }
    case 'identity_linked':
      return {
        subject: `A sign-in was connected to your ${productName} account`,
        text: `Another way to sign in was connected to ${account}.`,
        footnote: secure,
      }
    case 'identity_unlinked':
      return {
        subject: `A sign-in was removed from your ${productName} account`,
        text: `A way to sign in was removed from ${account}.`,
        footnote: secure,
      }
    case 'account_deleted':
      return {
        subject: `Your ${productName} account was deleted`,
        text: `Your account was deleted, with everything that ${productName} kept for you. The mail in your mailbox stays where it is.`,
        footnote: `If it was not you, write to ${supportEmail}.`,
      }
  }
}
