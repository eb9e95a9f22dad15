import type { MicrosoftSandbox } from '../microsoft/state.ts'
import { type Drive, driveOf, type Item } from '../microsoft/drive/state.ts'
import { filesOf, pathOf, usedBytes } from '../microsoft/drive/item-tree.ts'
import type { Mailbox } from '../microsoft/model.ts'
import { findMailbox } from '../microsoft/outlook.ts'
import { accountSection, plainBadge } from './account-rows.ts'
import { filesPage, type ShownFile } from './files-page.ts'
import { count, fileSize } from './format-page-values.ts'
import type { Html } from '../kit/page-frame.ts'
import { storedFilePath, filesPath } from './page-links.ts'

/** Files of one OneDrive account. */
export function oneDriveFilesPage(sandbox: MicrosoftSandbox, { account: { email, displayName } }: Mailbox): Html {
  const drive = driveOf(sandbox, email)
  const room = `${fileSize(usedBytes(drive))} of ${fileSize(drive.total)} are in use.`
  const items = [...drive.items.values()].filter((item) => item !== drive.root)
  const files = items.map((item) => shown(email, item))
  return filesPage({ service: 'OneDrive', name: displayName, email, room, files })
}

function shown(email: string, item: Item): ShownFile {
  const path = `/${pathOf(item).join('/')}`
  if (!item.content) return { path, size: null, marks: [plainBadge('Folder')], href: null }
  const { size, bytes } = item.content
  if (bytes) return { path, size, marks: [], href: storedFilePath('onedrive', email, item.id) }
  return { path, size, marks: [plainBadge('Content not kept')], href: null }
}

/** Section of the front page. A OneDrive is created on first use, so unused ones are not listed. */
export function oneDrives(sandbox: MicrosoftSandbox): Html {
  const drives = [...sandbox.drives.byEmail.values()]
  return accountSection(
    'OneDrive',
    drives.map((drive) => driveRow(sandbox, drive)),
    {
      none: 'Every Outlook account has one. None was used yet.',
      lead: 'Every Outlook account has one. Each that was used opens what the account keeps.',
    },
  )
}

function driveRow(sandbox: MicrosoftSandbox, drive: Drive) {
  const files = filesOf(drive).length
  return {
    href: filesPath('onedrive', drive.email),
    name: findMailbox(sandbox.outlook, drive.email)?.account.displayName ?? '',
    address: drive.email,
    facts: files === 0 ? 'empty' : count(files, 'file'),
  }
}
