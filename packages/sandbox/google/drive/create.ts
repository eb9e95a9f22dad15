import type { DriveCall } from './call.ts'
import type { Content } from './content.ts'
import { badRequest, DriveError, invalid, notFound } from './errors.ts'
import { type Metadata, parentOf, propertiesWith } from './metadata.ts'
import { addFile, type DriveFile, FOLDER_TYPE, NATIVE_TYPES, needRoom, removeFile } from './model.ts'

const UNTITLED = 'Untitled'
const BYTES = 'application/octet-stream'

/** Bytes on their way in, with what the request says of their type; null for a create without any. */
export type Upload = { content: Content; contentType: string | null }

/** Everything that can be wrong before a byte came. @throws DriveError */
export function checkCreate(call: DriveCall, { id, parents, mimeType }: Metadata, hasContent: boolean): void {
  const { drive } = call
  if (id !== undefined && drive.usedIds.has(id)) {
    throw new DriveError(409, 'fileIdInUse', 'A file already exists with the provided ID.')
  }
  if (id !== undefined && !drive.freeIds.has(id)) throw invalid('id', 'The provided file ID is not usable.')
  parentOf(call, parents)
  if (hasContent && mimeType?.startsWith(NATIVE_TYPES)) throw badRequest()
}

/** files.create, in one step: it is there afterwards, or was refused. @throws DriveError */
export function createFile(call: DriveCall, metadata: Metadata, upload: Upload | null): DriveFile {
  const { drive, clientId, now } = call
  actOnParent(call, metadata)
  checkCreate(call, metadata, upload !== null)
  if (upload) needRoom(drive, upload.content.size)
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

/** New bytes for a file that is there; `change` does the rest of the update. @throws DriveError before anything is changed */
export function replaceContent({ drive }: DriveCall, file: DriveFile, { content }: Upload, change: () => void): void {
  if (file.content === null) throw badRequest()
  needRoom(drive, content.size - file.content.size)
  change()
  file.content = content
}

/** The content of nothing. */
const EMPTY: Content = {
  size: 0,
  md5: 'd41d8cd98f00b204e9800998ecf8427e',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  bytes: Buffer.alloc(0),
}

/** Somebody is faster: the folder goes between the search for it and the upload into it. */
function actOnParent({ drive, fault }: DriveCall, { parents: [id] = [] }: Metadata): void {
  if (fault?.action !== 'folderDeleted' || id === undefined) return
  const folder = drive.files.get(id)
  if (!folder) throw notFound(id)
  removeFile(drive, folder)
}
