import { z } from 'zod'
import { ServiceError } from '../services/service-error.ts'
import { parseServiceResponse } from '../services/service-http.ts'
import { readAll } from './chunks.ts'
import type { FileUpload } from './file-store.ts'
import { candidateNames } from './candidate-names.ts'
import { callDrive, type OneDriveAccess } from './onedrive-client.ts'
import { DriveItem, itemFields } from './onedrive-metadata.ts'
import { startUploadSession, uploadRemaining, readUploadProgress } from './onedrive-upload-session.ts'
import { quickXorHash } from './quick-xor-hash.ts'
import { uploadBytes } from './upload-sizes.ts'

/** The limit of one request is 4 MB for older accounts, higher for others. */
const sessionThresholdBytes = 4_000_000

/** The chosen name and the session's URL. */
const UploadState = z.strictObject({ name: z.string().min(1), session: z.string().nullable() })
type UploadState = z.infer<typeof UploadState>

/**
 * Uploads a file under the first free name of the folder, which OneDrive creates if missing. OneDrive rejects a taken
 * name (`conflictBehavior=fail`), so a concurrent upload is never overwritten.
 */
export async function uploadToOneDrive(access: OneDriveAccess, file: FileUpload): Promise<DriveItem> {
  const previous = parseUploadState(file.resumeState)
  const isOurs = createContentMatcher(file, previous)
  for (const name of candidateNames(file.name)) {
    const path = itemPath([...file.folder, name])
    const existing = await findItem(access, path)
    if (existing) {
      if (await isOurs(existing)) return existing
      continue
    }
    try {
      if (file.size <= uploadBytes(sessionThresholdBytes)) return await uploadWhole(access, file, { name, path })
      return await uploadInChunks(access, file, {
        name,
        path,
        session: previous?.name === name ? previous.session : null,
      })
    } catch (error) {
      if (!(error instanceof ServiceError && error.refusal === 'conflict')) throw error
      const taken = await findItem(access, path)
      // The conflict is not about the name: one of the folder names is a file.
      if (!taken) throw error
      if (await isOurs(taken)) return taken
    }
  }
  throw new ServiceError('onedrive', 'conflict', { status: 409, code: 'no_free_name' })
}

/** The colons must not be encoded (learn.microsoft.com/graph/onedrive-addressing-driveitems). */
const itemPath = (names: readonly string[]): string => `/root:/${names.map(encodeURIComponent).join('/')}:`

function parseUploadState(state: string | null): UploadState | null {
  const read = UploadState.safeParse(state ? JSON.parse(state) : null)
  return read.success ? read.data : null
}

/**
 * Creates a function that compares an item's content with the file. The file is hashed only when an item has the same
 * size.
 */
function createContentMatcher(file: FileUpload, previous: UploadState | null): (item: DriveItem) => Promise<boolean> {
  let hash: Promise<string> | null = null
  return async (item) => {
    if (!item.file || item.size !== file.size) return false
    const itemHash = item.file.hashes?.quickXorHash
    // OneDrive may compute the hash later than the file appears.
    if (!itemHash) return previous?.name === item.name
    hash ??= quickXorHash(file.content(0))
    return itemHash === (await hash)
  }
}

async function findItem(access: OneDriveAccess, path: string): Promise<DriveItem | null> {
  try {
    const answer = await callDrive(access, { method: 'GET', path: `${path}?$select=${itemFields}` })
    return parseServiceResponse('onedrive', answer, DriveItem)
  } catch (error) {
    if (error instanceof ServiceError && error.refusal === 'gone') return null
    throw error
  }
}

const stateSaver = (file: FileUpload, previous: UploadState) => () => file.saveState(JSON.stringify(previous))

async function uploadWhole(
  access: OneDriveAccess,
  file: FileUpload,
  { name, path }: { name: string; path: string },
): Promise<DriveItem> {
  const body = await readAll(file.content(0))
  await stateSaver(file, { name, session: null })()
  const answer = await callDrive(access, {
    method: 'PUT',
    // The default of this request is to replace.
    path: `${path}/content?@microsoft.graph.conflictBehavior=fail`,
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })
  return parseServiceResponse('onedrive', answer, DriveItem)
}

async function uploadInChunks(
  access: OneDriveAccess,
  file: FileUpload,
  { name, path, session }: { name: string; path: string; session: string | null },
): Promise<DriveItem> {
  const progress = session === null ? null : await readUploadProgress(access, session)
  if (session !== null && progress !== null)
    return uploadRemaining(access, file, { session, from: progress, saveState: stateSaver(file, { name, session }) })
  await stateSaver(file, { name, session: null })()
  const previous = await startUploadSession(access, path, file.size)
  return uploadRemaining(access, file, {
    session: previous,
    from: 0,
    saveState: stateSaver(file, { name, session: previous }),
  })
}
