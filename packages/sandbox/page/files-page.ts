import { html } from 'hono/html'
import { count, fileSize } from './format-page-values.ts'
import type { Html } from '../kit/page-frame.ts'
import { layout } from './page-layout.ts'
import { accountRows, type Badge } from './account-rows.ts'

/** A file or folder of a file service. */
export type ShownFile = {
  /** `/Invoices/2026/a.pdf` */
  path: string
  /** Bytes; null for a folder or a file without content. */
  size: number | null
  marks: Badge[]
  /** Download link; null if the content is not available. */
  href: string | null
}

type FilesView = { service: string; name: string; email: string; room: string; files: ShownFile[] }

/** All files of an account, sorted by path. */
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
    : html`<p class="quiet">${count(sorted.length, 'entry', 'entries')}, by path</p>${accountRows(sorted.map(fileRow))}`
}`,
  })
}

function fileRow({ path, size, marks, href }: ShownFile) {
  const place = path.lastIndexOf('/') + 1
  return {
    href,
    name: path.slice(place),
    address: path.slice(0, place),
    marks,
    facts: size === null ? '' : fileSize(size),
  }
}
