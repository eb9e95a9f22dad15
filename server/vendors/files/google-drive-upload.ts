import { Readable } from 'node:stream'
import { z } from 'zod'
import { ServiceError } from '../services/service-error.ts'
import { readAll } from './chunks.ts'
import type { FileUpload, StoredFile } from './file-store.ts'
import { candidateNames } from './candidate-names.ts'
import { parseDriveResponse, type DriveAccess } from './google-drive-client.ts'
import { ensureDriveFolder } from './google-drive-folders.ts'
import { DriveFile, DriveFiles, fileFields, quoteQueryText, toStoredFile } from './google-drive-metadata.ts'
import { startUploadSession, uploadRemaining, readUploadProgress } from './google-drive-upload-session.ts'
import { mediaTypeOf } from './media-type.ts'
import { uploadBytes } from './upload-sizes.ts'

/** Google Drive: files of one name in one folder that are compared with a new file. */
const googleDriveSameNamePageSize = 100

/** Drive accepts 5 MB in one request. */
const sessionThresholdBytes = 5_000_000

/** The file's id is chosen before the upload, so that another worker can find the file. */
const UploadState = z.strictObject({ id: z.string().min(1), session: z.string().nullable() })
type UploadState = z.infer<typeof UploadState>

/**
 * Uploads a file exactly once. Drive allows duplicate names, so a free name is searched for first. An id can be used
 * once, so a lost request may be repeated.
 */
export async function uploadToDrive(access: DriveAccess, file: FileUpload): Promise<StoredFile> {
  const previous = parseUploadState(file.resumeState)
  const done = previous && ((await findFileById(access, previous.id)) ?? (await resumeUpload(access, file, previous)))
  if (done) return toStoredFile(done, file.folder)
  try {
    return await uploadNew(access, file, previous?.id ?? null)
  } catch (error) {
    // The folder was deleted between the search and the upload.
    if (!(error instanceof ServiceError && error.refusal === 'gone')) throw error
    return uploadNew(access, file, null)
  }
}

function parseUploadState(state: string | null): UploadState | null {
  const read = UploadState.safeParse(state ? JSON.parse(state) : null)
  return read.success ? read.data : null
}

const stateSaver = (file: FileUpload, previous: UploadState) => () => file.saveState(JSON.stringify(previous))

/** @returns null if existing is no session to resume */
async function resumeUpload(access: DriveAccess, file: FileUpload, previous: UploadState): Promise<DriveFile | null> {
  const { session } = previous
  if (session === null) return null
  try {
    const progress = await readUploadProgress(access, file, session)
    return await uploadRemaining(access, file, { session, start: progress, saveState: stateSaver(file, previous) })
  } catch (error) {
    if (error instanceof ServiceError && error.refusal === 'gone') return null
    throw error
  }
}

async function uploadNew(access: DriveAccess, file: FileUpload, chosenId: string | null): Promise<StoredFile> {
  const id = chosenId ?? (await generateFileId(access))
  const saveState = stateSaver(file, { id, session: null })
  const parent = await ensureDriveFolder(access, file, saveState)
  const target = await findFreeName(access, file, parent)
  if ('existing' in target) return toStoredFile(target.existing, file.folder)
  const metadata = { id, name: target.name, parents: [parent], appProperties: { mailroom: 'file' } }
  const put = file.size <= uploadBytes(sessionThresholdBytes) ? uploadWhole : uploadInChunks
  try {
    return toStoredFile(await put(access, file, metadata), file.folder)
  } catch (error) {
    if (!(error instanceof ServiceError && error.refusal === 'conflict')) throw error
    const existing = await findFileById(access, id)
    // The user has deleted the file permanently: it is not created again.
    if (!existing) throw error
    return toStoredFile(existing, file.folder)
  }
}

interface Metadata {
  id: string
  name: string
  parents: string[]
  appProperties: Record<string, string>
}

async function uploadWhole(access: DriveAccess, file: FileUpload, requestBody: Metadata): Promise<DriveFile> {
  const body = Readable.from([await readAll(file.content(0))])
  await stateSaver(file, { id: requestBody.id, session: null })()
  const media = { mimeType: mediaTypeOf(requestBody.name), body }
  return parseDriveResponse(access.client.files.create({ requestBody, media, fields: fileFields }), DriveFile)
}

async function uploadInChunks(access: DriveAccess, file: FileUpload, metadata: Metadata): Promise<DriveFile> {
  const { id } = metadata
  await stateSaver(file, { id, session: null })()
  const session = await startUploadSession(access, file, metadata)
  return uploadRemaining(access, file, { session, start: 0, saveState: stateSaver(file, { id, session }) })
}

/** Finds the first free name, or an existing file with the same content. */
async function findFreeName(
  access: DriveAccess,
  { name: wanted, size, sha256 }: FileUpload,
  parent: string,
): Promise<{ name: string } | { existing: DriveFile }> {
  for (const name of candidateNames(wanted)) {
    const q = `name = ${quoteQueryText(name)} and ${quoteQueryText(parent)} in parents and trashed = false`
    const pageSize = googleDriveSameNamePageSize
    const list = access.client.files.list({ q, spaces: 'drive', pageSize, fields: `files(${fileFields})` })
    const { files } = await parseDriveResponse(list, DriveFiles)
    const existing = files.find((file) => file.size === size && file.sha256Checksum === sha256)
    if (existing) return { existing }
    if (files.length === 0) return { name }
  }
  throw new ServiceError('google_drive', 'conflict', { status: 409, code: 'no_free_name' })
}

/** Finds a file by id, also in the trash. @returns null if it does not exist */
async function findFileById({ client }: DriveAccess, fileId: string): Promise<DriveFile | null> {
  try {
    return await parseDriveResponse(client.files.get({ fileId, fields: fileFields }), DriveFile)
  } catch (error) {
    if (error instanceof ServiceError && error.refusal === 'gone') return null
    throw error
  }
}

const NewIds = z.object({ ids: z.array(z.string().min(1)).min(1) })

async function generateFileId({ client }: DriveAccess): Promise<string> {
  const { ids } = await parseDriveResponse(
    client.files.generateIds({ count: 1, space: 'drive', fields: 'ids' }),
    NewIds,
  )
  return ids[0] ?? ''
}
