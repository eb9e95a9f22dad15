import { html } from 'hono/html'
import type { Account } from '../dropbox/accounts.ts'
import { isDownloadable } from '../dropbox/metadata.ts'
import { type Entry, filesIn, pathOf, usedBytes, walk } from '../dropbox/tree.ts'
import { filesPage, type ShownFile } from './files.ts'
import { count, fileSize } from './format.ts'
import { dropboxFilePath, dropboxFilesPath } from './links.ts'
import type { Html } from './layout.ts'
import { type Mark, markOf, plain, warning } from './marks.ts'

/** What one account keeps in Dropbox. */
export function dropboxFilesPage({ name, email, quota, root }: Account): Html {
  const room = `${fileSize(usedBytes(root))} of ${fileSize(quota)} are in use.`
  return filesPage({
    service: 'Dropbox',
    name,
    email,
    room,
    files: [...walk(root)].map((entry) => shown(email, entry)),
  })
}

function shown(email: string, entry: Entry): ShownFile {
  const path = pathOf(entry)
  if (entry.kind === 'folder') return { path, size: null, marks: [plain('Folder')], href: null }
  const marks: Mark[] = entry.isPaper ? [plain('Paper')] : []
  return {
    path,
    size: entry.content.size,
    marks,
    href: isDownloadable(entry) ? dropboxFilePath(email, entry.id) : null,
  }
}

/** The part of the front page. */
export function dropboxAccounts(accounts: readonly Account[]): Html {
  return html`<section><h2>Dropbox accounts</h2>
${accounts.length === 0 ? html`<p class="quiet">There is no Dropbox account. They are made at the control door, or by starting with the demo.</p>` : html`<p class="lead">Connect any of these addresses on the sandbox's Dropbox page; no password is asked. Each opens what the account keeps.</p><ul class="accounts">${accounts.map(accountRow)}</ul>`}</section>`
}

function accountRow({ name, email, suspended, quota, root }: Account): Html {
  const marks: Mark[] = [
    ...(suspended ? [warning('Suspended')] : []),
    ...(usedBytes(root) >= quota ? [warning('Full')] : []),
  ]
  const files = [...filesIn(root)].length
  return html`<li><a href="${dropboxFilesPath(email)}"><span class="who"><strong><bdi>${name}</bdi></strong> <span class="address">${email}</span></span>
<span class="marks">${marks.map(markOf)}</span> <span class="facts">${files === 0 ? 'empty' : count(files, 'file')}</span></a></li>`
}
