import type { Config } from '../config.ts'
import { answerLinkPage, blotted } from '../http/link-page.ts'
import type { OneTimeToken } from './one-time/queries.ts'

interface Shown {
  /** As it stands in the link. */
  token: string
  type: string
  redirectTo: string
  row: OneTimeToken
  /** The button was pressed, and could not be trusted. */
  isAgain: boolean
}

/** What stands behind a link of an account. */
export async function answerPage(
  config: Pick<Config, 'productName' | 'publicUrl' | 'supportEmail'>,
  { token, type, redirectTo, row, isAgain }: Shown,
): Promise<Response> {
  const { heading, text, button } = words(row, config.productName)
  return answerLinkPage(config, {
    heading,
    text,
    notice: isAgain
      ? 'Please press the button once more. If this page keeps coming back, allow cookies for this site.'
      : null,
    form: { action: '/auth/v1/verify', fields: { token, type, redirect_to: redirectTo }, button },
    aside: 'Not what you expected? Close this page: nothing happens until you press the button.',
  })
}

interface Words {
  heading: string
  text: string
  button: string
}

function words({ purpose, email }: OneTimeToken, productName: string): Words {
  const address = blotted(email)
  switch (purpose) {
    case 'signup':
      return {
        heading: 'Confirm your email address',
        text: `This confirms ${address} and signs you in to ${productName} in this browser.`,
        button: 'Confirm and sign in',
      }
    case 'invite':
      return {
        heading: 'Accept your invitation',
        text: `This confirms ${address} and signs you in to ${productName} in this browser.`,
        button: 'Accept and sign in',
      }
    case 'recovery':
      return {
        heading: 'Choose a new password',
        text: `This signs you in to ${productName} as ${address}, so that you can choose a new password.`,
        button: 'Continue',
      }
    case 'email_change_current':
      return {
        heading: 'Change your email address',
        text: `This agrees that another address takes the place of ${address} in your ${productName} account.`,
        button: 'Agree to the change',
      }
    case 'email_change_new':
      return {
        heading: 'Confirm your new email address',
        text: `This confirms that ${address} is yours. It becomes the address of your ${productName} account.`,
        button: 'Confirm this address',
      }
    default:
      return {
        heading: 'Sign in',
        text: `This signs you in to ${productName} as ${address} in this browser.`,
        button: 'Sign in',
      }
  }
}
