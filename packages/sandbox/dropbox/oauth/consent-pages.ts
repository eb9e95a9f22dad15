import { html } from 'hono/html'
import type { PageError } from '../../kit/oauth/redirect.ts'
import { type ConsentForm, consentPage, type Html, vendorPage } from '../../kit/oauth/vendor-page.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { SCOPE_TEXTS } from './scopes.ts'

export const THEME = {
  label: 'Dropbox sandbox: no real files',
  style: `body{font-family:system-ui,sans-serif;background:#f7f5f2;color:#1e1919}
main{max-width:28rem;padding:2.5rem;border-radius:1rem}
h1{font-size:1.6rem;font-weight:500;line-height:1.25}label{font-weight:500}
input[type=text]{padding:.7rem;border:1px solid #736c64;border-radius:.5rem}
button{padding:.5rem 1.6rem;border:1px solid #736c64;border-radius:.5rem;background:#fff;color:#1e1919}
button.main{background:#0061fe;border-color:#0061fe;color:#fff}
p.problem{color:#9b0032}a{color:#0055d4}small{color:#52463a}code{overflow-wrap:anywhere}`,
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
