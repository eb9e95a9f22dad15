import { html } from 'hono/html'
import type { Html } from '../../kit/page-frame.ts'
import { hostedPage } from './hosted-page-layout.ts'

/** Message after a failed authentication. */
export const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** The 3-D Secure page of the bank. */
export function authenticationPage(action: string, what: string, hidden: Html | '' = ''): Html {
  return hostedPage({
    title: 'Authentication',
    content: html`<h1>3-D Secure authentication</h1>
<p>The test bank asks whether it is you who pays ${what}.</p>
<form method="post" action="${action}">${
      hidden
    }<div class="acts"><button class="button main" name="action" value="complete">Complete authentication</button>
<button class="button" name="action" value="fail">Fail authentication</button></div></form>`,
  })
}
