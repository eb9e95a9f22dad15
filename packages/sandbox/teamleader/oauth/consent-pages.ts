import { html } from 'hono/html'
import type { PageError } from '../../kit/oauth/redirect.ts'
import { type ConsentForm, consentPage, vendorPage, type VendorTheme } from '../../kit/oauth/vendor-page.ts'
import type { Html } from '../../kit/page-frame.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

export const THEME: VendorTheme = {
  label: 'Teamleader sandbox',
  style:
    '--font:Inter;--ground:#f4f5fa;--ink:#2a3b4d;--quiet:#55606b;--edge:#82828c;--accent:#006b5e;' +
    '--round:4px;--corner:6px;--shadow:0 1px 4px #2a3b4d33',
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
