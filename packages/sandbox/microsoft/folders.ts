import { emptyLog } from './change-log.ts'
import { SortedList } from '../kit/sorted-list.ts'
import { folderId } from './ids.ts'
import type { Folder, Mailbox, Message } from './model.ts'
import { announceFolder, type Outlook } from './outlook.ts'

/** What can be done to folders. Each refusal is a `FolderProblem`; the wire code for it is made where it is answered. */
export class FolderProblem extends Error {
  readonly code: 'ErrorFolderExists' | 'ErrorDeleteDistinguishedFolder' | 'ErrorMoveDistinguishedFolder'
  constructor(code: FolderProblem['code'], message: string) {
    super(message)
    this.code = code
  }
}

export type FolderSeed = {
  displayName: string
  isHidden?: boolean | undefined
  searchQuery?: string | undefined
  children?: FolderSeed[] | undefined
}

type FolderHome = Pick<Mailbox, 'tag' | 'counter' | 'sequence' | 'folders' | 'wellKnown'>

export function newFolder(
  mailbox: FolderHome,
  parent: Folder | null,
  seed: FolderSeed,
  wellKnownName: string | null,
): Folder {
  const folder: Folder = {
    id: folderId(mailbox),
    displayName: seed.displayName,
    wellKnownName,
    parent,
    children: [],
    isHidden: seed.isHidden ?? false,
    searchQuery: seed.searchQuery ?? null,
    messages: new SortedList<Message>(),
    unread: 0,
    log: emptyLog(),
    createdSequence: mailbox.sequence + 1,
  }
  mailbox.folders.set(folder.id, folder)
  parent?.children.push(folder)
  if (wellKnownName) mailbox.wellKnown.set(wellKnownName, folder)
  return folder
}

/** The twin counts when it is hidden, too, and names are the same whatever the case. */
function refuseTwin(parent: Folder, displayName: string, except?: Folder): void {
  const wanted = displayName.toLowerCase()
  const twin = parent.children.some((child) => child !== except && child.displayName.toLowerCase() === wanted)
  if (twin) throw new FolderProblem('ErrorFolderExists', 'A folder with the specified name already exists.')
}

export function createFolder(outlook: Outlook, mailbox: Mailbox, parent: Folder, seed: FolderSeed): Folder {
  refuseTwin(parent, seed.displayName)
  const folder = newFolder(mailbox, parent, seed, null)
  announceFolder(outlook, 'created', mailbox, folder)
  for (const child of seed.children ?? []) createFolder(outlook, mailbox, folder, child)
  return folder
}

export function renameFolder(outlook: Outlook, mailbox: Mailbox, folder: Folder, displayName: string): void {
  if (isDistinguished(folder)) {
    throw new FolderProblem('ErrorMoveDistinguishedFolder', 'Distinguished folders cannot be renamed.')
  }
  if (folder.parent) refuseTwin(folder.parent, displayName, folder)
  folder.displayName = displayName
  announceFolder(outlook, 'updated', mailbox, folder)
}

export function moveFolder(outlook: Outlook, mailbox: Mailbox, folder: Folder, target: Folder): void {
  if (isDistinguished(folder)) {
    throw new FolderProblem('ErrorMoveDistinguishedFolder', 'Distinguished folders cannot be moved.')
  }
  refuseTwin(target, folder.displayName, folder)
  reparent(folder, target)
  announceFolder(outlook, 'updated', mailbox, folder)
}

/** First time: under Deleted Items, where its id still answers. There again: gone with all that is in it. */
export function deleteFolder(outlook: Outlook, mailbox: Mailbox, folder: Folder): void {
  if (isDistinguished(folder)) {
    throw new FolderProblem('ErrorDeleteDistinguishedFolder', 'Distinguished folders cannot be deleted.')
  }
  const bin = mailbox.wellKnown.get('deleteditems')
  if (bin && !isUnder(folder, bin)) {
    reparent(folder, bin)
    announceFolder(outlook, 'updated', mailbox, folder)
  } else {
    removeFolder(outlook, mailbox, folder)
  }
}

export function removeFolder(outlook: Outlook, mailbox: Mailbox, folder: Folder): void {
  for (const child of folder.children.slice()) removeFolder(outlook, mailbox, child)
  for (const message of folder.messages) {
    mailbox.messages.delete(message.immutableId)
    mailbox.newestFirst.remove(message)
    mailbox.byRestId.delete(message.restId)
  }
  detach(folder)
  mailbox.folders.delete(folder.id)
  announceFolder(outlook, 'deleted', mailbox, folder)
}

export function isUnder(folder: Folder, ancestor: Folder): boolean {
  for (let place: Folder | null = folder.parent; place; place = place.parent) if (place === ancestor) return true
  return false
}

function isDistinguished(folder: Folder): boolean {
  return folder.wellKnownName !== null
}

function detach(folder: Folder): void {
  if (folder.parent) folder.parent.children = folder.parent.children.filter((child) => child !== folder)
}

function reparent(folder: Folder, target: Folder): void {
  detach(folder)
  folder.parent = target
  target.children.push(folder)
}
