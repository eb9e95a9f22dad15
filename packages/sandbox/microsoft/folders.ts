import { emptyLog } from './change-log.ts'
import { SortedList } from '../kit/sorted-list.ts'
import { folderId } from './ids.ts'
import type { Folder, Mailbox, Message } from './model.ts'
import { recordFolderChange, type Outlook } from './outlook.ts'

/** A refusal of a folder operation. Routes translate it to an error of their API. */
export class FolderError extends Error {
  readonly code: 'ErrorFolderExists' | 'ErrorDeleteDistinguishedFolder' | 'ErrorMoveDistinguishedFolder'
  constructor(code: FolderError['code'], message: string) {
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

/** Names are unique among siblings without regard to case, hidden folders included. */
function refuseTakenName(parent: Folder, displayName: string, except?: Folder): void {
  const wanted = displayName.toLowerCase()
  const isTaken = parent.children.some((child) => child !== except && child.displayName.toLowerCase() === wanted)
  if (isTaken) throw new FolderError('ErrorFolderExists', 'A folder with the specified name already exists.')
}

export function createFolder(outlook: Outlook, mailbox: Mailbox, parent: Folder, seed: FolderSeed): Folder {
  refuseTakenName(parent, seed.displayName)
  const folder = newFolder(mailbox, parent, seed, null)
  recordFolderChange(outlook, 'created', mailbox, folder)
  for (const child of seed.children ?? []) createFolder(outlook, mailbox, folder, child)
  return folder
}

export function renameFolder(outlook: Outlook, mailbox: Mailbox, folder: Folder, displayName: string): void {
  if (isDistinguished(folder)) {
    throw new FolderError('ErrorMoveDistinguishedFolder', 'Distinguished folders cannot be renamed.')
  }
  if (folder.parent) refuseTakenName(folder.parent, displayName, folder)
  folder.displayName = displayName
  recordFolderChange(outlook, 'updated', mailbox, folder)
}

export function moveFolder(outlook: Outlook, mailbox: Mailbox, folder: Folder, target: Folder): void {
  if (isDistinguished(folder)) {
    throw new FolderError('ErrorMoveDistinguishedFolder', 'Distinguished folders cannot be moved.')
  }
  refuseTakenName(target, folder.displayName, folder)
  reparent(folder, target)
  recordFolderChange(outlook, 'updated', mailbox, folder)
}

/** Moves the folder to Deleted Items, where its id still works. A folder in Deleted Items is removed permanently. */
export function deleteFolder(outlook: Outlook, mailbox: Mailbox, folder: Folder): void {
  if (isDistinguished(folder)) {
    throw new FolderError('ErrorDeleteDistinguishedFolder', 'Distinguished folders cannot be deleted.')
  }
  const bin = mailbox.wellKnown.get('deleteditems')
  if (bin && !isUnder(folder, bin)) {
    reparent(folder, bin)
    recordFolderChange(outlook, 'updated', mailbox, folder)
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
  recordFolderChange(outlook, 'deleted', mailbox, folder)
}

function isUnder(folder: Folder, ancestor: Folder): boolean {
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
