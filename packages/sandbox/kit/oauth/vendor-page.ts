import { html } from 'hono/html'
import { type Html, pageFrame, problemAlert } from '../page-frame.ts'

/** What makes the pages of a service look like its own. `label` says that this is a sandbox. */
export type VendorTheme = { label: string; style: string }

const COMMON_STYLE = `body{font:16px/1.5 var(--font),system-ui,sans-serif;margin:0;padding:8vh 1rem}
body{background:var(--ground);color:var(--ink)}
main{background:#fff;margin:auto;max-width:28rem;padding:clamp(1.25rem,7vw,2.5rem);overflow-wrap:anywhere}
main{border-radius:var(--corner);box-shadow:var(--shadow,none)}
h1{margin:.5rem 0 1rem;font-size:1.5rem;font-weight:500;line-height:1.25}h2{font-size:1rem;margin-top:2rem}
ul{padding-left:1.2rem}label[for]{font-weight:600}
a{color:var(--accent)}small{color:var(--quiet)}p.problem{color:#a80000}
input[type=text],button{font:inherit;border:1px solid var(--edge);border-radius:var(--round)}
input[type=text]{width:100%;box-sizing:border-box;margin:.2rem 0 1rem;padding:.6rem}
button{cursor:pointer;padding:.5rem 1.6rem;background:#fff;color:var(--ink)}
button.main{background:var(--accent);border-color:var(--accent);color:#fff}
.buttons{display:flex;gap:.6rem;justify-content:flex-end;margin-top:1.5rem}
`

export function vendorPage({ label, style }: VendorTheme, title: string, content: Html): Html {
  return pageFrame({
    title,
    head: html`<style>${COMMON_STYLE}:root{${style}}</style>`,
    body: html`<main><small>${label}</small>
<h1>${title}</h1>${content}</main>`,
  })
}

export type ShownAccount = { email: string; name?: string }

/** The state of a consent form: one authorization request, waiting for the decision of the user. */
export type ConsentForm = {
  action: string
  flow: string
  /** The value of the account field. */
  account: string
  /** Accounts to choose from, with the address that fills each in. */
  accounts: readonly (ShownAccount & { pickUrl: string })[]
  /** Whether an unknown address gets an account. */
  mayCreate: boolean
  problem: string | null
}

/** The texts of one service. */
type ConsentTexts = {
  title: string
  accountLabel: string
  newAccountHint: string
  /** A heading and a list of what the client asks for. */
  permissions: Html
  accept: string
}

export function consentPage(theme: VendorTheme, texts: ConsentTexts, form: ConsentForm): Html {
  const { action, flow, account, accounts, mayCreate, problem } = form
  const picks = accounts.map(
    ({ email, name, pickUrl }) =>
      html`<li><a href="${pickUrl}">${email}</a>${name ? html` <small>${name}</small>` : ''}</li>`,
  )
  return vendorPage(
    theme,
    texts.title,
    html`${problemAlert(problem)}
<form method="post" action="${action}"><input type="hidden" name="flow" value="${flow}">
<label for="account">${texts.accountLabel}</label>
<input id="account" name="account" type="text" inputmode="email" autocomplete="off" list="accounts" value="${account}">
<datalist id="accounts">${accounts.map(({ email }) => html`<option value="${email}"></option>`)}</datalist>
${mayCreate ? html`<p><small>${texts.newAccountHint}</small></p>` : ''}
${texts.permissions}
<div class="buttons"><button name="decision" value="deny">Cancel</button>
<button class="main" name="decision" value="accept">${texts.accept}</button></div></form>
${picks.length === 0 ? '' : html`<h2>Accounts in this sandbox</h2><ul>${picks}</ul>`}`,
  )
}

/** `response_mode=form_post`: the parameters as hidden fields (OAuth 2.0 Form Post Response Mode). */
export function formPostPage(
  theme: VendorTheme,
  redirectUri: string,
  parameters: readonly (readonly [string, string])[],
): Html {
  const fields = parameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  return vendorPage(
    theme,
    'Continue',
    html`<form method="post" action="${redirectUri}">${fields}<button class="main">Continue</button></form>`,
  )
}
