import type { z } from 'zod'
import { type DriveCall, folderOf } from './drive-call.ts'
import { type Metadata, Writable } from './drive-upload.ts'
import { badRequest, DriveError, invalid } from './errors.ts'
import { type DriveFile, FOLDER_TYPE, isFolder, liesIn } from './drive-model.ts'

const MAX_PROPERTIES = 30
const MAX_PROPERTY_BYTES = 124

const READ_ONLY = new Set([
  'kind',
  'size',
  'quotaBytesUsed',
  'md5Checksum',
  'sha256Checksum',
  'fileExtension',
  'explicitlyTrashed',
  'webViewLink',
  'ownedByMe',
  'owners',
  'spaces',
  'isAppAuthorized',
  'driveId',
])

/** Parses the metadata of a create or an update. An empty body means none. @throws DriveError */
export function readMetadata(text: string): Metadata {
  const read = Writable.safeParse(text.trim() === '' ? {} : parse(text))
  if (!read.success) throw refusal(read.error.issues[0])
  const properties = Object.entries(read.data.appProperties ?? {})
  for (const [key, value] of properties) {
    if (Buffer.byteLength(`${key}${value ?? ''}`) > MAX_PROPERTY_BYTES) {
      throw invalid(
        'appProperties',
        `A property may have ${MAX_PROPERTY_BYTES} bytes of UTF-8, key and value together.`,
      )
    }
  }
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DriveError(400, 'parseError', 'Parse Error')
  }
}

function refusal(issue: z.core.$ZodIssue | undefined): DriveError {
  if (issue?.code !== 'unrecognized_keys') return badRequest(`Invalid value for: ${issue?.path.join('.') ?? 'body'}`)
  const name = issue.keys[0] ?? ''
  if (READ_ONLY.has(name)) {
    const text = 'The resource body includes fields which are not directly writable.'
    return new DriveError(403, 'fieldNotWritable', text)
  }
  return badRequest(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`)
}

/** The parent of a new file: the root by default. @throws DriveError for more than one */
export function parentOf(call: DriveCall, parents: readonly string[] = []): DriveFile {
  const [id = 'root', ...more] = parents
  if (more.length > 0) throw new DriveError(403, 'cannotAddParent', 'Increasing the number of parents is not allowed')
  return folderOf(call, id)
}

/** Merges the properties; a null removes one. @throws DriveError where there are too many */
export function propertiesWith(known: Record<string, string>, { appProperties = {} }: Metadata) {
  const all = Object.entries({ ...known, ...appProperties }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  if (all.length <= MAX_PROPERTIES) return Object.fromEntries(all)
  throw invalid('appProperties', `A file may have ${MAX_PROPERTIES} properties of one app.`)
}

/** `files.update` without the content. @throws DriveError before any change */
export function applyMetadata(call: DriveCall, file: DriveFile, metadata: Metadata): void {
  const { query, now } = call
  if (metadata.id !== undefined && metadata.id !== file.id) throw invalid('id')
  if (metadata.parents) {
    const text =
      'The parents field is not directly writable in update requests. ' +
      'Use the addParents and removeParents parameters instead.'
    throw new DriveError(403, 'fieldNotWritable', text)
  }
  const { mimeType = file.mimeType } = metadata
  if ((mimeType === FOLDER_TYPE) !== isFolder(file)) throw badRequest('A folder stays a folder, and a file a file.')
  const parent = movedTo(call, file, query.get('addParents'), query.get('removeParents'))
  const appProperties = propertiesWith(file.appProperties, metadata)
  Object.assign(file, {
    parent,
    appProperties,
    mimeType,
    name: metadata.name ?? file.name,
    description: metadata.description === undefined ? file.description : metadata.description,
    originalFilename: metadata.originalFilename ?? file.originalFilename,
    trashed: metadata.trashed ?? file.trashed,
    modifiedAt: metadata.modifiedTime === undefined ? now : Date.parse(metadata.modifiedTime),
  })
}

/** A new parent replaces the old one. */
function movedTo(call: DriveCall, file: DriveFile, add: string | null, remove: string | null): DriveFile | null {
  if (add === null) {
    if (remove !== null) throw new DriveError(403, 'cannotRemoveParent', 'A file needs a parent.')
    return file.parent
  }
  const parent = parentOf(call, add.split(','))
  if (liesIn(parent, file)) throw badRequest('A folder cannot lie in itself.')
  return parent
}
