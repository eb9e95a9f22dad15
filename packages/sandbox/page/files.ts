import { html } from 'hono/html'
import { count, fileSize } from './format.ts'
import { type Html, layout } from './layout.ts'
import { type Mark, markOf } from './marks.ts'

/** A file or folder of a file service, as the page shows it. */
export type ShownFile = {
  /** `/Invoices/2026/a.pdf` */
  path: string
  /** In bytes; null for a folder, or for what has no bytes. */
  size: number | null
  marks: Mark[]
  /** Where its bytes can be had; null where they cannot. */
  href: string | null
}

export type FilesView = { service: string; name: string; email: string; room: string; files: ShownFile[] }

/** All that one account keeps at a file service, by path. */
export function filesPage({ service, name, email, room, files }: FilesView): Html {
  const sorted = files.toSorted((left, right) => left.path.localeCompare(right.path, 'en', { numeric: true }))
  return layout({
    title: `${service}, ${email}`,
    section: 'mailboxes',
    content: html`<p class="crumbs"><a href="/">Mailboxes</a></p>
<h1>${service}: <bdi>${name}</bdi></h1><p class="lead">${email}. ${room}</p>
${
  sorted.length === 0
    ? html`<p class="quiet empty">Nothing is kept here yet.</p>`
    : html`<p class="quiet">${count(sorted.length, 'entry', 'entries')}, by path</p><ul class="accounts">${sorted.map(fileRow)}</ul>`
}`,
  })
}

function fileRow({ path, size, marks, href }: ShownFile): Html {
  const place = path.lastIndexOf('/')
  const row = html`<span class="who"><strong><bdi>${path.slice(place + 1)}</bdi></strong> <span class="address"><bdi>${path.slice(0, place + 1)}</bdi></span></span>
<span class="marks">${marks.map(markOf)}</span> <span class="facts">${size === null ? '' : fileSize(size)}</span>`
  return href === null ? html`<li><div class="row">${row}</div></li>` : html`<li><a href="${href}">${row}</a></li>`
}
