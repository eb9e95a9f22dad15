import { html } from 'hono/html'
import type { PageError } from '../../kit/oauth/redirect.ts'
import { type ConsentForm, consentPage, type Html, vendorPage } from '../../kit/oauth/vendor-page.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { SCOPE_TEXTS } from './scopes.ts'

export const THEME = {
  label: 'Dropbox sandbox: no real files',
  style: `body{font:16px/1.5 system-ui,sans-serif;background:#f7f5f2;color:#1e1919;margin:0;padding:8vh 1rem}
main{background:#fff;max-width:28rem;margin:auto;padding:2.5rem;border-radius:1rem}
h1{font-size:1.6rem;font-weight:500;line-height:1.25;margin:.5rem 0 1rem}
h2{font-size:1rem;margin-top:2rem}label{font-weight:500}
input[type=text]{font:inherit;width:100%;box-sizing:border-box;padding:.7rem;margin:.2rem 0 1rem}
input[type=text]{border:1px solid #736c64;border-radius:.5rem}
button{font:inherit;padding:.5rem 1.6rem;border:1px solid #736c64;border-radius:.5rem}
button{background:#fff;color:#1e1919;cursor:pointer}
button.main{background:#0061fe;border-color:#0061fe;color:#fff}
p.problem{color:#9b0032}ul{padding-left:1.2rem}a{color:#0055d4}
.buttons{display:flex;gap:.6rem;justify-content:flex-end;margin-top:1.5rem}
small{color:#52463a}code{overflow-wrap:anywhere}`,
}

export function dropboxConsentPage(form: ConsentForm, { appName, scopes }: AuthorizeRequest): Html {
  const items = scopes.map((scope) => html`<li>${SCOPE_TEXTS.get(scope) ?? scope} <small>(${scope})</small></li>`)
  const texts = {
    title: `Connect ${appName} to Dropbox`,
    accountLabel: 'Email',
    newAccountHint: 'An address that is new here gets a Dropbox account of its own.',
    permissions: html`<h2>${appName} would like access to your Dropbox</h2><ul>${items}</ul>`,
    accept: 'Allow',
  }
  return consentPage(THEME, texts, form)
}

export function dropboxErrorPage({ message }: PageError): Html {
  return vendorPage(
    THEME,
    'Error (400)',
    html`<p class="problem">It seems the app you were using submitted a bad request.</p>
<p>More details for developers: <code>${message}</code></p>`,
  )
}
