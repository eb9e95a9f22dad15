import { secretOf } from '../../kit/secret.ts'
import type { Content } from './content.ts'
import { DriveError } from './errors.ts'

export const FOLDER_TYPE = 'application/vnd.google-apps.folder'
/** Documents of Google's own have no bytes. */
export const NATIVE_TYPES = 'application/vnd.google-apps.'
const DEFAULT_LIMIT = 15 * 2 ** 30

/** A file or folder. Names are not unique in a folder, and each thing has one parent (null for the root alone). */
export type DriveFile = {
  id: string
  name: string
  mimeType: string
  parent: DriveFile | null
  /** The client that made it; null for what the person made by hand, which `drive.file` does not see. */
  madeBy: string | null
  description: string | null
  appProperties: Record<string, string>
  originalFilename: string | null
  createdAt: number
  modifiedAt: number
  /** Put into the trash itself. What lies in a trashed folder is trashed, too: see `isTrashed`. */
  trashed: boolean
  /** Null for folders and documents of Google's own. */
  content: Content | null
}

/** What one account has in its Drive. */
export type Drive = {
  root: DriveFile
  /** Everything but the root, oldest first. */
  files: Map<string, DriveFile>
  /** Ids handed out by generateIds and not used yet. */
  freeIds: Set<string>
  /** Every id that was ever used: none works twice, not even after its file is gone. */
  usedIds: Set<string>
  /** In bytes. */
  limit: number
  /** Bytes of mail and pictures that fill the same quota. */
  usedElsewhere: number
}

export type NewFile = {
  name: string
  mimeType: string
  parent: DriveFile
  madeBy: string | null
} & Partial<Omit<DriveFile, 'name' | 'mimeType' | 'parent' | 'madeBy'>>

/** 33 characters, as the real ids of files. */
export const newFileId = () => secretOf('1', 24)

const newRootId = () => `${secretOf('0A', 8)}Uk9PVA`

const NOTHING = { description: null, appProperties: {}, originalFilename: null, trashed: false, content: null }

export function createDrive(now: number): Drive {
  const times = { createdAt: now, modifiedAt: now }
  const root = {
    ...NOTHING,
    ...times,
    id: newRootId(),
    name: 'My Drive',
    mimeType: FOLDER_TYPE,
    parent: null,
    madeBy: null,
  }
  return { root, files: new Map(), freeIds: new Set(), usedIds: new Set(), limit: DEFAULT_LIMIT, usedElsewhere: 0 }
}

/** @throws DriveError 409 where a file has the id already */
export function addFile(drive: Drive, now: number, { id = newFileId(), ...file }: NewFile): DriveFile {
  if (drive.usedIds.has(id)) throw new DriveError(409, 'fileIdInUse', 'A file already exists with the provided ID.')
  const made: DriveFile = { ...NOTHING, createdAt: now, modifiedAt: now, ...file, id }
  drive.freeIds.delete(id)
  drive.usedIds.add(id)
  drive.files.set(id, made)
  return made
}

/** For good, with all that lies in it. */
export function removeFile(drive: Drive, file: DriveFile): void {
  drive.files.delete(file.id)
  for (const child of drive.files.values()) if (child.parent === file) removeFile(drive, child)
}

export function isTrashed(file: DriveFile): boolean {
  return file.trashed || (file.parent !== null && isTrashed(file.parent))
}

export const isFolder = ({ mimeType }: DriveFile) => mimeType === FOLDER_TYPE

/** Whether a folder is the file itself or one of those that it lies in. */
export function liesIn(file: DriveFile, folder: DriveFile): boolean {
  return file === folder || (file.parent !== null && liesIn(file.parent, folder))
}

/** `/Invoices/2026/a.pdf`; the root is `/`. */
export function pathOf({ name, parent }: DriveFile): string {
  if (parent === null) return '/'
  return parent.parent === null ? `/${name}` : `${pathOf(parent)}/${name}`
}

/** Bytes of all files, and of those in the trash. */
export function usageOf(drive: Drive): { all: number; trash: number } {
  const usage = { all: 0, trash: 0 }
  for (const file of drive.files.values()) {
    usage.all += file.content?.size ?? 0
    if (isTrashed(file)) usage.trash += file.content?.size ?? 0
  }
  return usage
}

/** So that a sandbox can run for weeks: beyond this many bytes of one account the oldest files keep their sums alone. */
const MOST_KEPT_BYTES = 256 * 2 ** 20

export function forgetOldest({ files }: Drive): void {
  let kept = 0
  for (const { content } of [...files.values()].toReversed()) {
    kept += content?.bytes?.length ?? 0
    if (content && kept > MOST_KEPT_BYTES) content.bytes = null
  }
}

/** @throws DriveError where so many more bytes do not fit in */
export function needRoom(drive: Drive, bytes: number): void {
  if (usageOf(drive).all + drive.usedElsewhere + bytes <= drive.limit) return
  throw new DriveError(403, 'storageQuotaExceeded', "The user's Drive storage quota has been exceeded.")
}
