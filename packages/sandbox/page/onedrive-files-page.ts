import { html } from 'hono/html'
import type { MicrosoftSandbox } from '../microsoft/state.ts'
import { type Drive, driveOf, type Item } from '../microsoft/drive/state.ts'
import { filesOf, pathOf, usedBytes } from '../microsoft/drive/item-tree.ts'
import type { Mailbox } from '../microsoft/model.ts'
import { findMailbox } from '../microsoft/outlook.ts'
import { filesPage, type ShownFile } from './files-page.ts'
import { count, fileSize } from './format-page-values.ts'
import type { Html } from './page-layout.ts'
import { oneDriveFilePath, oneDriveFilesPath } from './page-links.ts'

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
  if (!item.content) return { path, size: null, marks: [{ text: 'Folder', tone: 'plain' }], href: null }
  const { size, bytes } = item.content
  if (bytes) return { path, size, marks: [], href: oneDriveFilePath(email, item.id) }
  return { path, size, marks: [{ text: 'Content not kept', tone: 'plain' }], href: null }
}

/** Section of the front page. A OneDrive is created on first use, so unused ones are not listed. */
export function oneDrives(sandbox: MicrosoftSandbox): Html {
  const drives = [...sandbox.drives.byEmail.values()]
  return html`<section><h2>OneDrive</h2>
${
  drives.length === 0
    ? html`<p class="quiet">Every Outlook account has one. None was used yet.</p>`
    : html`<p class="lead">Every Outlook account has one.
Each that was used opens what the account keeps.</p><ul class="accounts">${drives.map((drive) =>
        driveRow(sandbox, drive),
      )}</ul>`
}</section>`
}

function driveRow(sandbox: MicrosoftSandbox, drive: Drive): Html {
  const name = findMailbox(sandbox.outlook, drive.email)?.account.displayName ?? ''
  const files = filesOf(drive).length
  return html`<li><a href="${oneDriveFilesPath(drive.email)}"><span class="who"><strong><bdi>${
    name
  }</bdi></strong> <span class="address">${drive.email}</span></span>
<span class="facts">${files === 0 ? 'empty' : count(files, 'file')}</span></a></li>`
}
