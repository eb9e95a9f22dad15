import { html } from 'hono/html'
import { type ConsentForm, consentPage, type Html, vendorPage } from '../../kit/oauth/vendor-page.ts'
import type { PageError } from '../../kit/oauth/redirect.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { GooglePageError } from './errors.ts'
import { isOptionalScope, SCOPE_TEXTS } from './scopes.ts'

export const THEME = {
  label: 'Google sandbox',
  style: `body{font-family:Roboto,Arial,system-ui,sans-serif;background:#f0f4f9;color:#1f1f1f}
main{max-width:28rem;padding:2.5rem;border-radius:1.75rem}
h1{font-size:1.7rem;font-weight:400;line-height:1.25}label{font-weight:500}
input[type=text]{padding:.7rem;border:1px solid #747775;border-radius:4px}
button{padding:.5rem 1.6rem;border:1px solid #747775;border-radius:2rem;background:#fff;color:#0b57d0}
button.main{background:#0b57d0;border-color:#0b57d0;color:#fff}
p.problem{color:#b3261e}a{color:#0b57d0}small{color:#444746}code{overflow-wrap:anywhere}`,
}

export function googleConsentPage(form: ConsentForm, { appName, scopes }: AuthorizeRequest): Html {
  const texts = {
    title: `Sign in to ${appName}`,
    accountLabel: 'Email',
    newAccountHint: 'An address that is new here gets a Google account of its own.',
    permissions: html`<h2>${appName} wants to access your Google Account</h2><ul>${scopes.map(scopeItem)}</ul>`,
    accept: 'Continue',
  }
  return consentPage(THEME, texts, form)
}

/** Google's box grants a scope. This one refuses it, so that a test without boxes grants all scopes. */
function scopeItem(scope: string): Html {
  const text = SCOPE_TEXTS.get(scope) ?? scope
  if (!isOptionalScope(scope)) return html`<li>${text} <small>(${scope})</small></li>`
  return html`<li>${text} <small>(${scope})</small><br>
<label><input type="checkbox" name="refuse" value="${scope}"> Leave this out</label></li>`
}

export function googleErrorPage(error: PageError): Html {
  const { error: code, shownStatus } =
    error instanceof GooglePageError ? error : { error: 'invalid_request', shownStatus: 400 }
  return vendorPage(
    THEME,
    'Access blocked: Authorization Error',
    html`<p class="problem">Error ${shownStatus}: ${code}</p><p><code>${error.message}</code></p>`,
  )
}
