import { randomSecret } from '../../kit/random-secret.ts'
import type { Content } from './file-content.ts'
import { DriveError } from './errors.ts'

export const FOLDER_TYPE = 'application/vnd.google-apps.folder'
/** Google documents have no bytes. */
export const NATIVE_TYPES = 'application/vnd.google-apps.'
const DEFAULT_LIMIT = 15 * 2 ** 30

/** A file or folder. Names are not unique in a folder. Only the root has no parent. */
export type DriveFile = {
  id: string
  name: string
  mimeType: string
  parent: DriveFile | null
  /** The client that created it; null for the user. Only the client's own files are visible with `drive.file`. */
  madeBy: string | null
  description: string | null
  appProperties: Record<string, string>
  originalFilename: string | null
  createdAt: number
  modifiedAt: number
  /** Whether this file itself is trashed. `isTrashed` includes its folders. */
  trashed: boolean
  /** Null for folders and Google documents. */
  content: Content | null
}

/** The Drive of one account. */
export type Drive = {
  root: DriveFile
  /** All files and folders without the root, oldest first. */
  files: Map<string, DriveFile>
  /** Ids from `files.generateIds` that are not used yet. */
  freeIds: Set<string>
  /** All ids that were used. An id cannot be reused after its file is deleted. */
  usedIds: Set<string>
  /** In bytes. */
  limit: number
  /** Bytes of Gmail and Photos, which share the quota. */
  usedElsewhere: number
}

type NewFile = {
  name: string
  mimeType: string
  parent: DriveFile
  madeBy: string | null
} & Partial<Omit<DriveFile, 'name' | 'mimeType' | 'parent' | 'madeBy'>>

/** 33 characters, like the ids of the real service. */
export const newFileId = () => randomSecret('1', 24)

const newRootId = () => `${randomSecret('0A', 8)}Uk9PVA`

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

/** @throws DriveError 409 where the id is taken */
export function addFile(drive: Drive, now: number, { id = newFileId(), ...file }: NewFile): DriveFile {
  if (drive.usedIds.has(id)) throw new DriveError(409, 'fileIdInUse', 'A file already exists with the provided ID.')
  const made: DriveFile = { ...NOTHING, createdAt: now, modifiedAt: now, ...file, id }
  drive.freeIds.delete(id)
  drive.usedIds.add(id)
  drive.files.set(id, made)
  return made
}

/** Permanently, with the content of a folder. */
export function removeFile(drive: Drive, file: DriveFile): void {
  drive.files.delete(file.id)
  for (const child of drive.files.values()) if (child.parent === file) removeFile(drive, child)
}

export function isTrashed(file: DriveFile): boolean {
  return file.trashed || (file.parent !== null && isTrashed(file.parent))
}

export const isFolder = ({ mimeType }: DriveFile) => mimeType === FOLDER_TYPE

/** Whether `folder` is `file` or one of its ancestors. */
export function liesIn(file: DriveFile, folder: DriveFile): boolean {
  return file === folder || (file.parent !== null && liesIn(file.parent, folder))
}

/** Such as `/Invoices/2026/a.pdf`. The root is `/`. */
export function pathOf({ name, parent }: DriveFile): string {
  if (parent === null) return '/'
  return parent.parent === null ? `/${name}` : `${pathOf(parent)}/${name}`
}

/** Used bytes: of all files, and of those in the trash. */
export function usageOf(drive: Drive): { all: number; trash: number } {
  const usage = { all: 0, trash: 0 }
  for (const file of drive.files.values()) {
    usage.all += file.content?.size ?? 0
    if (isTrashed(file)) usage.trash += file.content?.size ?? 0
  }
  return usage
}

/** Per account. A sandbox can run for weeks, so the bytes of the oldest files are dropped above this size. */
const MAX_KEPT_BYTES = 256 * 2 ** 20

export function dropOldestBytes({ files }: Drive): void {
  let kept = 0
  for (const { content } of [...files.values()].toReversed()) {
    kept += content?.bytes?.length ?? 0
    if (content && kept > MAX_KEPT_BYTES) content.bytes = null
  }
}

/** @throws DriveError where the quota has no room for the bytes */
export function requireQuota(drive: Drive, bytes: number): void {
  if (usageOf(drive).all + drive.usedElsewhere + bytes <= drive.limit) return
  throw new DriveError(403, 'storageQuotaExceeded', "The user's Drive storage quota has been exceeded.")
}
