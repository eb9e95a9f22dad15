import { html } from 'hono/html'
import type { PageError } from '../errors.ts'
import { SCOPE_TEXTS } from './scopes.ts'

type Html = ReturnType<typeof html>

/** Dropbox's pages: plain forms without scripts, so that a browser and a bare HTTP client can both walk them. */
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;background:#f7f5f2;color:#1e1919;margin:0;padding:8vh 1rem}
main{background:#fff;max-width:28rem;margin:auto;padding:2.5rem;border-radius:1rem}
h1{font-size:1.6rem;font-weight:500;line-height:1.25;margin:.5rem 0 1rem}h2{font-size:1rem;margin-top:2rem}label{font-weight:500}
input[type=text]{font:inherit;width:100%;box-sizing:border-box;padding:.7rem;border:1px solid #736c64;border-radius:.5rem;margin:.2rem 0 1rem}
button{font:inherit;padding:.5rem 1.6rem;border:1px solid #736c64;border-radius:.5rem;background:#fff;color:#1e1919;cursor:pointer}
button.main{background:#0061fe;border-color:#0061fe;color:#fff}p.problem{color:#9b0032}ul{padding-left:1.2rem}a{color:#0055d4}
.buttons{display:flex;gap:.6rem;justify-content:flex-end;margin-top:1.5rem}small{color:#52463a}code{overflow-wrap:anywhere}`

function page(title: string, content: Html): Html {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><main><small>Dropbox sandbox: no real files</small>
<h1>${title}</h1>${content}</main></body></html>`
}

export type ConsentPage = {
  action: string
  flow: string
  appName: string
  scopes: readonly string[]
  /** What stands in the field. */
  account: string
  /** Accounts to choose from. */
  accounts: readonly { email: string; name: string; pickUrl: string }[]
  mayCreate: boolean
  problem: string | null
}

export function consentPage(content: ConsentPage): Html {
  const { action, flow, appName, scopes, account, accounts, mayCreate, problem } = content
  return page(
    `Connect ${appName} to Dropbox`,
    html`${problem === null ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="${action}"><input type="hidden" name="flow" value="${flow}">
<label for="account">Email</label>
<input id="account" name="account" type="text" inputmode="email" autocomplete="off" list="accounts" value="${account}">
<datalist id="accounts">${accounts.map(({ email }) => html`<option value="${email}"></option>`)}</datalist>
${mayCreate ? html`<p><small>An address that is new here gets a Dropbox account of its own.</small></p>` : ''}
<h2>${appName} would like access to your Dropbox</h2>
<ul>${scopes.map((scope) => html`<li>${SCOPE_TEXTS.get(scope) ?? scope} <small>(${scope})</small></li>`)}</ul>
<div class="buttons"><button name="decision" value="deny">Cancel</button>
<button class="main" name="decision" value="accept">Allow</button></div></form>
${accounts.length === 0 ? '' : html`<h2>Accounts in this sandbox</h2><ul>${accounts.map(({ email, name, pickUrl }) => html`<li><a href="${pickUrl}">${email}</a> <small>${name}</small></li>`)}</ul>`}`,
  )
}

export function errorPage({ message }: PageError): Html {
  return page(
    'Error (400)',
    html`<p class="problem">It seems the app you were using submitted a bad request.</p>
<p>More details for developers: <code>${message}</code></p>`,
  )
}
