import { html } from 'hono/html'
import type { Config } from '../config.ts'
import type { OneTimeToken } from './one-time/queries.ts'
import { stylesheetPath } from './verify-page-style.ts'

interface Shown {
  /** As it stands in the link. */
  token: string
  type: string
  redirectTo: string
  row: OneTimeToken
  /** The button was pressed, and could not be trusted. */
  isAgain: boolean
}

/** What stands behind a link: what will happen, to whom, and the one button that makes it happen. No script is needed. */
export async function answerPage(
  { productName, publicUrl, supportEmail }: Pick<Config, 'productName' | 'publicUrl' | 'supportEmail'>,
  { token, type, redirectTo, row, isAgain }: Shown,
): Promise<Response> {
  const { heading, text, button } = words(row, productName)
  const page = await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${heading} · ${productName}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${stylesheetPath}" />
  </head>
  <body>
    <header><a href="${publicUrl}/"><img src="/favicon.svg" alt="" width="28" height="28" />${productName}</a></header>
    <main>
      <div class="stripes"></div>
      <h1>${heading}</h1>
      <p>${text}</p>
      ${isAgain ? html`<p role="status">Please press the button once more. If this page keeps coming back, allow cookies for this site.</p>` : ''}
      <form method="post" action="/auth/v1/verify">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="type" value="${type}" />
        <input type="hidden" name="redirect_to" value="${redirectTo}" />
        <button type="submit">${button}</button>
      </form>
      <p class="aside">Not what you expected? Close this page: nothing happens until you press the button.</p>
    </main>
    <footer><p>Questions: <a href="mailto:${supportEmail}">${supportEmail}</a></p></footer>
  </body>
</html>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(page.toString(), { headers })
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

/** Enough to tell one's own addresses apart; who looks over a shoulder, or found the link, does not learn it. */
export function blotted(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${at > 1 ? first : ''}•••${email.slice(at)}`
}
