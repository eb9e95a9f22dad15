import { html } from 'hono/html'
import { count, fileSize } from './format-page-values.ts'
import { type Html, layout } from './page-layout.ts'
import { type Badge, renderBadge } from './badges.ts'

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
    : html`<p class="quiet">${count(
        sorted.length,
        'entry',
        'entries',
      )}, by path</p><ul class="accounts">${sorted.map(fileRow)}</ul>`
}`,
  })
}

function fileRow({ path, size, marks, href }: ShownFile): Html {
  const place = path.lastIndexOf('/')
  const row = html`<span class="who"><strong><bdi>${path.slice(
    place + 1,
  )}</bdi></strong> <span class="address"><bdi>${path.slice(0, place + 1)}</bdi></span></span>
<span class="marks">${marks.map(renderBadge)}</span> <span class="facts">${size === null ? '' : fileSize(size)}</span>`
  return href === null ? html`<li><div class="row">${row}</div></li>` : html`<li><a href="${href}">${row}</a></li>`
}
