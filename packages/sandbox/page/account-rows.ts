import { html } from 'hono/html'
import type { Html } from '../kit/page-frame.ts'

/** A label for the special state of an account or a file. */
export type Badge = { text: string; tone: 'plain' | 'warn' }

export function renderBadge({ text, tone }: Badge): Html {
  return html`<span class="mark-${tone}">${text}</span> `
}

export function plainBadge(text: string): Badge {
  return { text, tone: 'plain' }
}

export function warningBadge(text: string): Badge {
  return { text, tone: 'warn' }
}

type Row = {
  /** Null for a row that opens nothing. */
  href: string | null
  name: string
  /** Below the name. */
  address: string | Html
  marks?: Badge[]
  facts: string | Html
}

/** Accounts, or what an account contains. */
export function accountRows(rows: readonly Row[]): Html {
  return html`<ul class="accounts">${rows.map(accountRow)}</ul>`
}

function accountRow({ href, name, address, marks = [], facts }: Row): Html {
  const content = html`<span class="who"><strong><bdi>${name}</bdi></strong>
<span class="address"><bdi>${address}</bdi></span></span>
<span class="marks">${marks.map(renderBadge)}</span> <span class="facts">${facts}</span>`
  return href === null
    ? html`<li><div class="row">${content}</div></li>`
    : html`<li><a href="${href}">${content}</a></li>`
}

/** Section with a list, or a line that says why there is none. */
export function accountSection(
  title: string,
  rows: readonly Row[],
  { none, lead }: { none: string; lead?: string },
): Html {
  return html`<section><h2>${title}</h2>
${
  rows.length === 0
    ? html`<p class="quiet">${none}</p>`
    : html`${lead === undefined ? '' : html`<p class="lead">${lead}</p>`}${accountRows(rows)}`
}</section>`
}
