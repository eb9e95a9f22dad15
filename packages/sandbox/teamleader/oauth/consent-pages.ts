import { html } from 'hono/html'
import type { PageError } from '../../kit/oauth/redirect.ts'
import { type ConsentForm, consentPage, type Html, vendorPage } from '../../kit/oauth/vendor-page.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

export const THEME = {
  label: 'Teamleader sandbox',
  style: `body{font:16px/1.5 Inter,system-ui,sans-serif;background:#f4f5fa;color:#2a3b4d;margin:0;padding:8vh 1rem}
main{background:#fff;max-width:27rem;margin:auto;padding:2.5rem;border-radius:6px;box-shadow:0 1px 4px #2a3b4d33}
h1{font-size:1.4rem;margin:.5rem 0 1rem}h2{font-size:1rem;margin-top:2rem}label{font-weight:600}a{color:#006b5e}
input[type=text]{font:inherit;width:100%;box-sizing:border-box;padding:.6rem;margin:.2rem 0 1rem}
input[type=text]{border:1px solid #82828c;border-radius:4px}
button{font:inherit;padding:.5rem 1.4rem;border:1px solid #82828c;border-radius:4px;background:#fff;cursor:pointer}
button.main{background:#006b5e;border-color:#006b5e;color:#fff}p.problem{color:#b3261e}ul{padding-left:1.2rem}
.buttons{display:flex;gap:.6rem;justify-content:flex-end;margin-top:1.5rem}small{color:#55606b}`,
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
