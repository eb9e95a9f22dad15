import { html } from 'hono/html'
import type { World } from '../kit/world.ts'
import { type Drive, driveOf, type Item } from '../microsoft/drive/state.ts'
import { filesOf, pathOf, usedBytes } from '../microsoft/drive/tree.ts'
import type { Mailbox } from '../microsoft/model.ts'
import { findMailbox } from '../microsoft/outlook.ts'
import { filesPage, type ShownFile } from './files.ts'
import { count, fileSize } from './format.ts'
import type { Html } from './layout.ts'
import { oneDriveFilePath, oneDriveFilesPath } from './links.ts'

/** What one account keeps in OneDrive. */
export function oneDriveFilesPage(world: World, { account: { email, displayName } }: Mailbox): Html {
  const drive = driveOf(world, email)
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

/** The part of the front page. A OneDrive comes to be when it is first looked into, so none is shown that nobody used. */
export function oneDrives(world: World): Html {
  const drives = [...world.drives.byEmail.values()]
  return html`<section><h2>OneDrive</h2>
${drives.length === 0 ? html`<p class="quiet">Every Outlook account has one. None was used yet.</p>` : html`<p class="lead">Every Outlook account has one. Each that was used opens what the account keeps.</p><ul class="accounts">${drives.map((drive) => driveRow(world, drive))}</ul>`}</section>`
}

function driveRow(world: World, drive: Drive): Html {
  const name = findMailbox(world.outlook, drive.email)?.account.displayName ?? ''
  const files = filesOf(drive).length
  return html`<li><a href="${oneDriveFilesPath(drive.email)}"><span class="who"><strong><bdi>${name}</bdi></strong> <span class="address">${drive.email}</span></span>
<span class="facts">${files === 0 ? 'empty' : count(files, 'file')}</span></a></li>`
}
