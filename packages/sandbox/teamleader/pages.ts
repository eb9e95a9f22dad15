import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/** Teamleader's pages: plain forms without scripts, so that a browser and a bare HTTP client can both walk them. */
const STYLE = `body{font:16px/1.5 Inter,system-ui,sans-serif;background:#f4f5fa;color:#2a3b4d;margin:0;padding:8vh 1rem}
main{background:#fff;max-width:27rem;margin:auto;padding:2.5rem;border-radius:6px;box-shadow:0 1px 4px #2a3b4d33}
h1{font-size:1.4rem;margin:.5rem 0 1rem}h2{font-size:1rem;margin-top:2rem}label{font-weight:600}a{color:#006b5e}
input[type=text]{font:inherit;width:100%;box-sizing:border-box;padding:.6rem;border:1px solid #82828c;border-radius:4px;margin:.2rem 0 1rem}
button{font:inherit;padding:.5rem 1.4rem;border:1px solid #82828c;border-radius:4px;background:#fff;cursor:pointer}
button.main{background:#006b5e;border-color:#006b5e;color:#fff}p.problem{color:#b3261e}ul{padding-left:1.2rem}
.buttons{display:flex;gap:.6rem;justify-content:flex-end;margin-top:1.5rem}small{color:#55606b}`

function page(title: string, content: Html): Html {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><main><small>Teamleader sandbox</small>
<h1>${title}</h1>${content}</main></body></html>`
}

export type ConsentPage = {
  action: string
  flow: string
  appName: string
  account: string
  picks: readonly { email: string; url: string }[]
  mayCreate: boolean
  problem: string | null
}

export function consentPage({ action, flow, appName, account, picks, mayCreate, problem }: ConsentPage): Html {
  return page(
    `Authorize ${appName}`,
    html`${problem === null ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="${action}"><input type="hidden" name="flow" value="${flow}">
<label for="account">Email</label>
<input id="account" name="account" type="text" inputmode="email" autocomplete="off" value="${account}">
${mayCreate ? html`<p><small>An address that is new here gets a Teamleader account of its own.</small></p>` : ''}
<h2>${appName} wants to access your Teamleader account</h2>
<ul><li>See who you are <small>(users)</small></li><li>See and add contacts <small>(contacts)</small></li><li>See and add deals <small>(deals)</small></li></ul>
<div class="buttons"><button name="decision" value="deny">Cancel</button>
<button class="main" name="decision" value="accept">Allow</button></div></form>
${picks.length === 0 ? '' : html`<h2>Accounts in this sandbox</h2><ul>${picks.map(({ email, url }) => html`<li><a href="${url}">${email}</a></li>`)}</ul>`}`,
  )
}

export function errorPage(text: string): Html {
  return page('Something is wrong with this integration', html`<p class="problem">${text}</p>`)
}
