import { html } from 'hono/html'
import type { PageError } from './errors.ts'
import type { Person } from './people.ts'
import { mayBeLeftOut, SCOPE_TEXTS } from './scopes.ts'

type Html = ReturnType<typeof html>

/** Google's pages: plain forms without scripts, so that a browser and a bare HTTP client can both walk them. */
const STYLE = `body{font:16px/1.5 Roboto,Arial,system-ui,sans-serif;background:#f0f4f9;color:#1f1f1f;margin:0;padding:8vh 1rem}
main{background:#fff;max-width:28rem;margin:auto;padding:2.5rem;border-radius:1.75rem}
h1{font-size:1.7rem;font-weight:400;line-height:1.25;margin:.5rem 0 1rem}h2{font-size:1rem;margin-top:2rem}label{font-weight:500}
input[type=text]{font:inherit;width:100%;box-sizing:border-box;padding:.7rem;border:1px solid #747775;border-radius:4px;margin:.2rem 0 1rem}
button{font:inherit;padding:.5rem 1.6rem;border:1px solid #747775;border-radius:2rem;background:#fff;color:#0b57d0;cursor:pointer}
button.main{background:#0b57d0;border-color:#0b57d0;color:#fff}p.problem{color:#b3261e}ul{padding-left:1.2rem}a{color:#0b57d0}
.buttons{display:flex;gap:.6rem;justify-content:flex-end;margin-top:1.5rem}small{color:#444746}code{overflow-wrap:anywhere}`

function page(title: string, content: Html): Html {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><main><small>Google sandbox</small>
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
  people: readonly { person: Person; pickUrl: string }[]
  mayCreate: boolean
  problem: string | null
}

export function consentPage(content: ConsentPage): Html {
  const { action, flow, appName, scopes, account, people, mayCreate, problem } = content
  return page(
    `Sign in to ${appName}`,
    html`${problem === null ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="${action}"><input type="hidden" name="flow" value="${flow}">
<label for="account">Email</label>
<input id="account" name="account" type="text" inputmode="email" autocomplete="off" list="accounts" value="${account}">
<datalist id="accounts">${people.map(({ person }) => html`<option value="${person.email}"></option>`)}</datalist>
${mayCreate ? html`<p><small>An address that is new here gets a Google account of its own.</small></p>` : ''}
<h2>${appName} wants to access your Google Account</h2><ul>${scopes.map(scopeItem)}</ul>
<div class="buttons"><button name="decision" value="deny">Cancel</button>
<button class="main" name="decision" value="accept">Continue</button></div></form>
${people.length === 0 ? '' : html`<h2>Accounts in this sandbox</h2><ul>${people.map(({ person, pickUrl }) => html`<li><a href="${pickUrl}">${person.email}</a> <small>${person.name}</small></li>`)}</ul>`}`,
  )
}

/** Where Google's box is unticked to leave a scope out, this one is ticked: a client that sends no boxes grants all. */
function scopeItem(scope: string): Html {
  const text = SCOPE_TEXTS.get(scope) ?? scope
  if (!mayBeLeftOut(scope)) return html`<li>${text} <small>(${scope})</small></li>`
  return html`<li>${text} <small>(${scope})</small><br>
<label><input type="checkbox" name="refuse" value="${scope}"> Leave this out</label></li>`
}

export function errorPage({ error, message, shownStatus }: PageError): Html {
  return page(
    'Access blocked: Authorization Error',
    html`<p class="problem">Error ${shownStatus}: ${error}</p><p><code>${message}</code></p>`,
  )
}

export function formPostPage(redirectUri: string, answer: Record<string, string>): Html {
  const fields = Object.entries(answer).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return page(
    'Continue',
    html`<form method="post" action="${redirectUri}">${fields}<button class="main">Continue</button></form>`,
  )
}
