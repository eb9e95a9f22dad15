import type { Config } from '../../config.ts'
import { linkPageResponse, maskEmail } from '../../http/links/link-page.ts'
import type { LinkPageText } from '../../texts/server-texts.ts'
import type { OneTimeToken } from '../tokens/one-time-token-queries.ts'

interface VerifyPageInput {
  /** As in the link. */
  token: string
  type: string
  redirectTo: string
  row: OneTimeToken
  /** The form was submitted without a valid cookie. */
  isRetry: boolean
}

/** The confirmation page of an emailed link. */
export async function verifyPageResponse(
  config: Pick<Config, 'productName' | 'publicUrl' | 'supportEmail'>,
  request: Headers,
  { token, type, redirectTo, row, isRetry }: VerifyPageInput,
): Promise<Response> {
  const { heading, text, button } = verifyPageText(row)
  return linkPageResponse(config, request, {
    heading,
    text,
    notice: isRetry
      ? 'Please press the button again. If this page keeps coming back, allow cookies for this site.'
      : null,
    form: { action: '/auth/v1/verify', fields: { token, type, redirect_to: redirectTo }, button },
    aside: 'Not what you expected? Close this page: nothing happens until you press the button.',
    values: { address: maskEmail(row.email) },
  })
}

type VerifyPageText = Record<'heading' | 'text' | 'button', LinkPageText>

function verifyPageText({ purpose }: OneTimeToken): VerifyPageText {
  switch (purpose) {
    case 'signup':
      return {
        heading: 'Confirm your email address',
        text: 'This confirms {address} and signs you in to {product} in this browser.',
        button: 'Confirm and sign in',
      }
    case 'invite':
      return {
        heading: 'Accept your invitation',
        text: 'This confirms {address} and signs you in to {product} in this browser.',
        button: 'Accept and sign in',
      }
    case 'recovery':
      return {
        heading: 'Choose a new password',
        text: 'This signs you in to {product} as {address}, so that you can choose a new password.',
        button: 'Continue',
      }
    case 'email_change_current':
      return {
        heading: 'Change your email address',
        text: 'This agrees that another address takes the place of {address} in your {product} account.',
        button: 'Agree to the change',
      }
    case 'email_change_new':
      return {
        heading: 'Confirm your new email address',
        text: 'This confirms that {address} is yours. It becomes the address of your {product} account.',
        button: 'Confirm this address',
      }
    default:
      return {
        heading: 'Sign in',
        text: 'This signs you in to {product} as {address} in this browser.',
        button: 'Sign in',
      }
  }
}
