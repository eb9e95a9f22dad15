import { html } from 'hono/html'
import { type ConsentForm, consentPage, vendorPage, type VendorTheme } from '../../kit/oauth/vendor-page.ts'
import type { Html } from '../../kit/page-frame.ts'
import type { PageError } from '../../kit/oauth/redirect.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { GooglePageError } from './errors.ts'
import { isOptionalScope, SCOPE_TEXTS } from './scopes.ts'

export const THEME: VendorTheme = {
  label: 'Google sandbox',
  style:
    '--font:Roboto,Arial;--ground:#f0f4f9;--ink:#1f1f1f;--quiet:#444746;--edge:#747775;--accent:#0b57d0;' +
    '--round:1.25rem;--corner:1.75rem',
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
