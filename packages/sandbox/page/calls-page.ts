import { html } from 'hono/html'
import { presentEntry, type JournalEntry } from '../kit/journal.ts'
import type { SandboxState } from '../sandbox-state.ts'
import type { Html } from '../kit/page-frame.ts'
import { layout } from './page-layout.ts'

const MAX_CALLS_SHOWN = 100
const MAX_BODY_CHARACTERS = 8000

export function callsPage(sandbox: SandboxState, service: string | undefined): Html {
  const all = sandbox.journal.entries()
  const services = [...new Set(all.map((entry) => entry.service))].toSorted()
  const entries = service === undefined ? all : all.filter((entry) => entry.service === service)
  return layout({
    title: 'Calls',
    section: 'calls',
    content: html`<h1>Calls</h1>
<p class="lead">The last calls that came in, and the notifications that went out. Secrets are blotted out.</p>
<nav class="chips" aria-label="Services"><a href="/calls"${
      service === undefined ? html` aria-current="page"` : ''
    }>All</a>
${services.map(
  (name) =>
    html`<a href="/calls?service=${encodeURIComponent(
      name,
    )}"${name === service ? html` aria-current="page"` : ''}>${name}</a>`,
)}</nav>
${
  entries.length === 0
    ? html`<p class="quiet empty">Nothing called the sandbox yet.</p>`
    : callRows(entries, MAX_CALLS_SHOWN)
}
${
  entries.length > MAX_CALLS_SHOWN
    ? html`<p class="quiet">The last ${MAX_CALLS_SHOWN} of ${entries.length.toLocaleString('en')}.</p>`
    : ''
}`,
  })
}

/** Newest first; each row expands to request and response. */
export function callRows(entries: readonly JournalEntry[], most: number): Html {
  return html`<ol class="calls">${entries.slice(-most).toReversed().map(callRow)}</ol>`
}

function callRow(entry: JournalEntry): Html {
  const { service, at, method, url, headers, body, status, response } = presentEntry(entry)
  const said = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return html`<li><details><summary><span class="status ${tone(status)}">${
    status === 0 ? html`<span aria-hidden="true">–</span><span class="away">no answer</span>` : status
  }</span>
<span class="method">${method}</span> <span class="path">${pathOf(url)}</span> <span class="quiet">${
    service
  }, <time datetime="${at}">${at.slice(11, 19)}</time></span></summary>
<h3>Asked</h3><pre>${method} ${url}
${said}${body === null ? '' : `\n\n${shown(body)}`}</pre>
<h3>Answered</h3><pre>${status === 0 ? 'No answer came.' : shown(response)}</pre></details></li>`
}

function tone(status: number): string {
  if (status === 0 || status >= 500) return 'bad'
  return status >= 400 ? 'refused' : 'good'
}

/** Omits the origin, which is always the sandbox. */
function pathOf(url: string): string {
  return URL.canParse(url) ? url.slice(new URL(url).origin.length) : url
}

function shown(body: unknown): string {
  const text = typeof body === 'string' ? body : (JSON.stringify(body, null, 2) ?? '')
  return text.length > MAX_BODY_CHARACTERS
    ? `${text.slice(0, MAX_BODY_CHARACTERS)}\n… ${text.length - MAX_BODY_CHARACTERS} more characters`
    : text
}
