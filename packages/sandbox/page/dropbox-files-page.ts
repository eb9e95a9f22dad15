import type { Account } from '../dropbox/accounts.ts'
import { isDownloadable } from '../dropbox/metadata.ts'
import { type Entry, filesIn, pathOf, usedBytes, walk } from '../dropbox/file-tree.ts'
import { filesPage, type ShownFile } from './files-page.ts'
import { count, fileSize } from './format-page-values.ts'
import { storedFilePath, filesPath } from './page-links.ts'
import type { Html } from '../kit/page-frame.ts'
import { accountSection, type Badge, plainBadge, warningBadge } from './account-rows.ts'

/** Files of one Dropbox account. */
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
  if (entry.kind === 'folder') return { path, size: null, marks: [plainBadge('Folder')], href: null }
  const marks: Badge[] = entry.isPaper ? [plainBadge('Paper')] : []
  return {
    path,
    size: entry.content.size,
    marks,
    href: isDownloadable(entry) ? storedFilePath('dropbox', email, entry.id) : null,
  }
}

/** Section of the front page. */
export function dropboxAccounts(accounts: readonly Account[]): Html {
  return accountSection('Dropbox accounts', accounts.map(accountRow), {
    none: 'There is no Dropbox account. They are created by the control API, or by starting with the demo.',
    lead:
      "Connect any of these addresses on the sandbox's Dropbox page; no password is asked. " +
      'Each opens what the account keeps.',
  })
}

function accountRow({ name, email, suspended, quota, root }: Account) {
  const files = [...filesIn(root)].length
  return {
    href: filesPath('dropbox', email),
    name,
    address: email,
    marks: [
      ...(suspended ? [warningBadge('Suspended')] : []),
      ...(usedBytes(root) >= quota ? [warningBadge('Full')] : []),
    ],
    facts: files === 0 ? 'empty' : count(files, 'file'),
  }
}
