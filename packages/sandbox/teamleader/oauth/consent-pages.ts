import { html } from 'hono/html'
import type { PageError } from '../../kit/oauth/redirect.ts'
import { type ConsentForm, consentPage, type Html, vendorPage } from '../../kit/oauth/vendor-page.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

export const THEME = {
  label: 'Teamleader sandbox',
  style: `body{font-family:Inter,system-ui,sans-serif;background:#f4f5fa;color:#2a3b4d}
main{max-width:27rem;padding:2.5rem;border-radius:6px;box-shadow:0 1px 4px #2a3b4d33}
h1{font-size:1.4rem}label{font-weight:600}
input[type=text]{padding:.6rem;border:1px solid #82828c;border-radius:4px}
button{padding:.5rem 1.4rem;border:1px solid #82828c;border-radius:4px;background:#fff}
button.main{background:#006b5e;border-color:#006b5e;color:#fff}
p.problem{color:#b3261e}a{color:#006b5e}small{color:#55606b}`,
}

export function teamleaderConsentPage(form: ConsentForm, { appName }: AuthorizeRequest): Html {
  const texts = {
    title: `Authorize ${appName}`,
    accountLabel: 'Email',
    newAccountHint: 'An address that is new here gets a Teamleader account of its own.',
    permissions: html`<h2>${appName} wants to access your Teamleader account</h2>
<ul><li>See who you are <small>(users)</small></li>
<li>See and add contacts <small>(contacts)</small></li>
<li>See and add deals <small>(deals)</small></li></ul>`,
    accept: 'Allow',
  }
  return consentPage(THEME, texts, form)
}

export function teamleaderErrorPage({ message }: PageError): Html {
  return vendorPage(THEME, 'Something is wrong with this integration', html`<p class="problem">${message}</p>`)
}
