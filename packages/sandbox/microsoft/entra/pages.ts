import { escapeHtml } from '../text.ts'
import { SCOPE_TEXTS } from './scopes.ts'

/** Entra's pages: plain forms without scripts, so that a browser and a bare HTTP client can both walk them. */
const STYLE = `body{font:16px/1.5 "Segoe UI",system-ui,sans-serif;background:#f2f2f2;color:#1b1b1b;margin:0;padding:8vh 1rem}
main{background:#fff;max-width:27rem;margin:auto;padding:clamp(1.25rem,7vw,2.5rem);box-shadow:0 2px 6px #0003;overflow-wrap:anywhere}
h1{font-size:1.4rem;font-weight:600;margin:.5rem 0 1rem}h2{font-size:1rem;margin-top:2rem}a{color:#0067b8}label{font-weight:600}
input{font:inherit;width:100%;box-sizing:border-box;padding:.4rem;border:0;border-bottom:1px solid #666;margin:.2rem 0 1rem}
button{font:inherit;padding:.4rem 1.6rem;border:1px solid #8c8c8c;background:#e6e6e6;cursor:pointer}
button.main{background:#0067b8;border-color:#0067b8;color:#fff}p.problem{color:#a80000}ul{padding-left:1.2rem}
.buttons{display:flex;gap:.6rem;justify-content:flex-end;margin-top:1.5rem}small{color:#555}`

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><small>Microsoft sandbox</small>
<h1>${escapeHtml(title)}</h1>${content}</main></body></html>`
}

export type ConsentPage = {
  action: string
  flow: string
  appName: string
  scopes: string[]
  account: string
  accounts: { email: string; displayName: string; pickUrl: string }[]
  mayCreate: boolean
  problem: string | null
}

export function consentPage(content: ConsentPage): string {
  const { action, flow, appName, scopes, account, accounts, mayCreate, problem } = content
  const wishes = scopes.map(
    (scope) => `<li>${escapeHtml(SCOPE_TEXTS[scope] ?? scope)} <small>(${escapeHtml(scope)})</small></li>`,
  )
  const options = accounts.map(({ email }) => `<option value="${escapeHtml(email)}">`)
  const picks = accounts.map(({ email, displayName, pickUrl }) => {
    return `<li><a href="${escapeHtml(pickUrl)}">${escapeHtml(email)}</a> <small>${escapeHtml(displayName)}</small></li>`
  })
  return page(
    'Pick an account',
    `${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="flow" value="${escapeHtml(flow)}">
<label for="account">Account</label>
<input id="account" name="account" type="text" inputmode="email" autocomplete="off" list="accounts" value="${escapeHtml(account)}">
<datalist id="accounts">${options.join('')}</datalist>
${mayCreate ? '<p><small>An address that is new here gets a fresh mailbox with some filed mail.</small></p>' : ''}
<h2>Permissions requested</h2><p>${escapeHtml(appName)} would like to:</p><ul>${wishes.join('')}</ul>
<div class="buttons"><button name="decision" value="deny">Cancel</button>
<button class="main" name="decision" value="accept">Accept</button></div></form>
${picks.length > 0 ? `<h2>Accounts in this sandbox</h2><ul>${picks.join('')}</ul>` : ''}`,
  )
}

export function adminApprovalPage(content: { action: string; flow: string; account: string; appName: string }): string {
  const { action, flow, account, appName } = content
  return page(
    'Need admin approval',
    `<p>${escapeHtml(appName)} needs permission to access resources in your organization that only an admin can grant.</p>
<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="flow" value="${escapeHtml(flow)}">
<input type="hidden" name="account" value="${escapeHtml(account)}">
<div class="buttons"><button name="decision" value="return">Return to the application without granting consent</button></div></form>`,
  )
}

export function errorPage(text: string): string {
  return page('Sorry, but we’re having trouble signing you in.', `<p class="problem">${escapeHtml(text)}</p>`)
}

export function formPostPage(redirectUri: string, answer: Record<string, string>): string {
  const fields = Object.entries(answer).map(([name, value]) => {
    return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
  })
  return page(
    'Continue',
    `<form method="post" action="${escapeHtml(redirectUri)}">${fields.join('')}<button class="main">Continue</button></form>`,
  )
}
