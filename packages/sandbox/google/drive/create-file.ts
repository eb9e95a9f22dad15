import type { DriveCall } from './drive-call.ts'
import type { Content } from './file-content.ts'
import { badRequest, DriveError, invalid, notFound } from './errors.ts'
import type { Metadata } from './drive-upload.ts'
import { parentOf, propertiesWith } from './metadata.ts'
import { addFile, type DriveFile, FOLDER_TYPE, NATIVE_TYPES, requireQuota, removeFile } from './drive-model.ts'

const UNTITLED = 'Untitled'
const BYTES = 'application/octet-stream'

/** The content of an upload, with the type that the request names. */
export type Upload = { content: Content; contentType: string | null }

/** The checks that need no content. @throws DriveError */
export function checkCreate(call: DriveCall, { id, parents, mimeType }: Metadata, hasContent: boolean): void {
  const { drive } = call
  if (id !== undefined && drive.usedIds.has(id)) {
    throw new DriveError(409, 'fileIdInUse', 'A file already exists with the provided ID.')
  }
  if (id !== undefined && !drive.freeIds.has(id)) throw invalid('id', 'The provided file ID is not usable.')
  parentOf(call, parents)
  if (hasContent && mimeType?.startsWith(NATIVE_TYPES)) throw badRequest()
}

/** `files.create`. @throws DriveError, and then nothing is created */
export function createFile(call: DriveCall, metadata: Metadata, upload: Upload | null): DriveFile {
  const { drive, clientId, now } = call
  deleteParentByFault(call, metadata)
  checkCreate(call, metadata, upload !== null)
  if (upload) requireQuota(drive, upload.content.size)
  const parent = parentOf(call, metadata.parents)
  const mimeType = metadata.mimeType ?? upload?.contentType ?? BYTES
  const isNative = mimeType.startsWith(NATIVE_TYPES)
  const about = { name: metadata.name ?? UNTITLED, mimeType, parent, madeBy: clientId }
  if (mimeType === FOLDER_TYPE && call.fault?.action === 'twinFolder') addFile(drive, now, about)
  return addFile(drive, now, {
    ...about,
    ...(metadata.id === undefined ? {} : { id: metadata.id }),
    description: metadata.description ?? null,
    appProperties: propertiesWith({}, metadata),
    originalFilename: metadata.originalFilename ?? metadata.name ?? null,
    trashed: metadata.trashed ?? false,
    content: isNative ? null : (upload?.content ?? EMPTY),
    ...(metadata.createdTime === undefined ? {} : { createdAt: Date.parse(metadata.createdTime) }),
    ...(metadata.modifiedTime === undefined ? {} : { modifiedAt: Date.parse(metadata.modifiedTime) }),
  })
}

/** The content of an empty file. */
const EMPTY: Content = {
  size: 0,
  md5: 'd41d8cd98f00b204e9800998ecf8427e',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  bytes: Buffer.alloc(0),
}

/** The fault `folderDeleted`: the folder is deleted between the search for it and the upload into it. */
function deleteParentByFault({ drive, fault }: DriveCall, { parents: [id] = [] }: Metadata): void {
  if (fault?.action !== 'folderDeleted' || id === undefined) return
  const folder = drive.files.get(id)
  if (!folder) throw notFound(id)
  removeFile(drive, folder)
}
