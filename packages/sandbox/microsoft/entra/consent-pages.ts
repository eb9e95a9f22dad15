import { html } from 'hono/html'
import type { PageError } from '../../kit/oauth/redirect.ts'
import { type ConsentForm, consentPage, vendorPage, type VendorTheme } from '../../kit/oauth/vendor-page.ts'
import type { Html } from '../../kit/page-frame.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { SCOPE_TEXTS } from './scopes.ts'

export const THEME: VendorTheme = {
  label: 'Microsoft sandbox',
  style:
    '--font:Segoe UI;--ground:#f2f2f2;--ink:#1b1b1b;--quiet:#555;--edge:#8c8c8c;--accent:#0067b8;' +
    '--round:0;--corner:0;--shadow:0 2px 6px #0003',
}

export function entraConsentPage(form: ConsentForm, { app, scopes }: AuthorizeRequest): Html {
  const items = scopes.map((scope) => html`<li>${SCOPE_TEXTS[scope] ?? scope} <small>(${scope})</small></li>`)
  const texts = {
    title: 'Pick an account',
    accountLabel: 'Account',
    newAccountHint: 'An address that is new here gets a fresh mailbox with some filed mail.',
    permissions: html`<h2>Permissions requested</h2><p>${app.name} would like to:</p><ul>${items}</ul>`,
    accept: 'Accept',
  }
  return consentPage(THEME, texts, form)
}

export function adminApprovalPage(content: { action: string; flow: string; account: string; appName: string }): Html {
  const { action, flow, account, appName } = content
  const need = 'needs permission to access resources in your organization that only an admin can grant.'
  const back = 'Return to the application without granting consent'
  return vendorPage(
    THEME,
    'Need admin approval',
    html`<p>${appName} ${need}</p>
<form method="post" action="${action}"><input type="hidden" name="flow" value="${flow}">
<input type="hidden" name="account" value="${account}">
<div class="buttons"><button name="decision" value="return">${back}</button></div></form>`,
  )
}

export function entraErrorPage({ message }: PageError): Html {
  return vendorPage(THEME, 'Sorry, but we’re having trouble signing you in.', html`<p class="problem">${message}</p>`)
}
