import { html } from 'hono/html'
import type { PageError } from '../../kit/oauth/redirect.ts'
import { type ConsentForm, consentPage, type Html, vendorPage } from '../../kit/oauth/vendor-page.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { SCOPE_TEXTS } from './scopes.ts'

export const THEME = {
  label: 'Microsoft sandbox',
  style: `body{font-family:Segoe UI,system-ui,sans-serif;background:#f2f2f2;color:#1b1b1b}
main{max-width:27rem;padding:clamp(1.25rem,7vw,2.5rem);box-shadow:0 2px 6px #0003;overflow-wrap:anywhere}
h1{font-size:1.4rem;font-weight:600}label{font-weight:600}
input{padding:.4rem;border:0;border-bottom:1px solid #666}
button{padding:.4rem 1.6rem;border:1px solid #8c8c8c;background:#e6e6e6}
button.main{background:#0067b8;border-color:#0067b8;color:#fff}
p.problem{color:#a80000}a{color:#0067b8}small{color:#555}`,
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
