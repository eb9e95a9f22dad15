import { html } from 'hono/html'
import type { PageError } from '../../kit/oauth/redirect.ts'
import { type ConsentForm, consentPage, vendorPage, type VendorTheme } from '../../kit/oauth/vendor-page.ts'
import type { Html } from '../../kit/page-frame.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { SCOPE_TEXTS } from './scopes.ts'

export const THEME: VendorTheme = {
  label: 'Dropbox sandbox: no real files',
  style:
    '--font:system-ui;--ground:#f7f5f2;--ink:#1e1919;--quiet:#52463a;--edge:#736c64;--accent:#0061fe;' +
    '--round:.5rem;--corner:1rem',
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
