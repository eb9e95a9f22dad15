import { html } from 'hono/html'
import { type Html, hostedPage } from './layout.ts'

/** What a page says when the owner did not pass. */
export const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** The bank asks the card's owner (3-D Secure). */
export function authenticationPage(action: string, what: string, hidden: Html | '' = ''): Html {
  return hostedPage({
    title: 'Authentication',
    content: html`<h1>3-D Secure authentication</h1>
<p>The test bank asks whether it is you who pays ${what}.</p>
<form method="post" action="${action}">${hidden}<div class="acts"><button class="button main" name="action" value="complete">Complete authentication</button>
<button class="button" name="action" value="fail">Fail authentication</button></div></form>`,
  })
}
