import { Readable } from 'node:stream'
import { z } from 'zod'
import { ServiceError } from '../service-error.ts'
import { wholeOf } from './chunks.ts'
import type { FileToPut, StoredFile } from './file-store.ts'
import { namesFor } from './free-name.ts'
import { driveAnswered, type DriveAccess } from './google-drive-call.ts'
import { driveFolder } from './google-drive-folders.ts'
import { DriveFile, DriveFiles, fileFields, quoted, toStoredFile } from './google-drive-metadata.ts'
import { beginSession, sendRanges, sessionStanding } from './google-drive-session.ts'
import { mediaTypeOf } from './media-type.ts'

/** One request takes up to 5 MB. */
const sessionFrom = 5_000_000

/** The id is chosen before anything is made: whoever takes over finds by it what there is. */
const Begun = z.strictObject({ id: z.string().min(1), session: z.string().nullable() })
type Begun = z.infer<typeof Begun>

/**
 * Puts a content into a folder once. Names may repeat in Drive and nobody refuses one: the free name is looked for first. An id works
 * once, so that a call whose answer was lost may be made again.
 */
export async function putIntoDrive(access: DriveAccess, file: FileToPut): Promise<StoredFile> {
  const begun = begunOf(file.resume)
  const done = begun && ((await fileAt(access, begun.id)) ?? (await resumed(access, file, begun)))
  if (done) return toStoredFile(done, file.folder)
  try {
    return await putAnew(access, file, begun?.id ?? null)
  } catch (error) {
    // Somebody took the folder away between the search for it and the upload.
    if (!(error instanceof ServiceError && error.refusal === 'gone')) throw error
    return putAnew(access, file, null)
  }
}

function begunOf(resume: string | null): Begun | null {
  const read = Begun.safeParse(resume ? JSON.parse(resume) : null)
  return read.success ? read.data : null
}

const keeper = (file: FileToPut, begun: Begun) => () => file.keep(JSON.stringify(begun))

/** @returns null where there is no session to go on with */
async function resumed(access: DriveAccess, file: FileToPut, begun: Begun): Promise<DriveFile | null> {
  const { session } = begun
  if (session === null) return null
  try {
    const standing = await sessionStanding(access, file, session)
    return await sendRanges(access, file, { session, begun: standing, keep: keeper(file, begun) })
  } catch (error) {
    if (error instanceof ServiceError && error.refusal === 'gone') return null
    throw error
  }
}

async function putAnew(access: DriveAccess, file: FileToPut, chosen: string | null): Promise<StoredFile> {
  const id = chosen ?? (await newId(access))
  const keep = keeper(file, { id, session: null })
  const parent = await driveFolder(access, file.folder, keep)
  const place = await freePlace(access, file, parent)
  if ('there' in place) return toStoredFile(place.there, file.folder)
  const metadata = { id, name: place.name, parents: [parent], appProperties: { mailroom: 'file' } }
  const put = file.size <= sessionFrom ? putWhole : putByRanges
  try {
    return toStoredFile(await put(access, file, metadata), file.folder)
  } catch (error) {
    if (!(error instanceof ServiceError && error.refusal === 'conflict')) throw error
    const there = await fileAt(access, id)
    // The person deleted it meanwhile, for good: it is not made again.
    if (!there) throw error
    return toStoredFile(there, file.folder)
  }
}

interface Metadata {
  id: string
  name: string
  parents: string[]
  appProperties: Record<string, string>
}

async function putWhole(access: DriveAccess, file: FileToPut, requestBody: Metadata): Promise<DriveFile> {
  const body = Readable.from([await wholeOf(file.content(0))])
  await keeper(file, { id: requestBody.id, session: null })()
  const media = { mimeType: mediaTypeOf(requestBody.name), body }
  return driveAnswered(access.client.files.create({ requestBody, media, fields: fileFields }), DriveFile)
}

async function putByRanges(access: DriveAccess, file: FileToPut, metadata: Metadata): Promise<DriveFile> {
  const { id } = metadata
  await keeper(file, { id, session: null })()
  const session = await beginSession(access, file, metadata)
  return sendRanges(access, file, { session, begun: 0, keep: keeper(file, { id, session }) })
}

/** The first name that nothing stands under, or the file of the same content under one of those before. */
async function freePlace(
  access: DriveAccess,
  { name: wanted, size, sha256 }: FileToPut,
  parent: string,
): Promise<{ name: string } | { there: DriveFile }> {
  for (const name of namesFor(wanted)) {
    const q = `name = ${quoted(name)} and ${quoted(parent)} in parents and trashed = false`
    const list = access.client.files.list({ q, spaces: 'drive', pageSize: 100, fields: `files(${fileFields})` })
    const { files } = await driveAnswered(list, DriveFiles)
    const there = files.find((file) => file.size === size && file.sha256Checksum === sha256)
    if (there) return { there }
    if (files.length === 0) return { name }
  }
  throw new ServiceError('google_drive', 'conflict', { status: 409, code: 'no_free_name' })
}

/** Also one that the person has put into the bin: it was there. @returns null where there is none of the id */
async function fileAt({ client }: DriveAccess, fileId: string): Promise<DriveFile | null> {
  try {
    return await driveAnswered(client.files.get({ fileId, fields: fileFields }), DriveFile)
  } catch (error) {
    if (error instanceof ServiceError && error.refusal === 'gone') return null
    throw error
  }
}

const NewIds = z.object({ ids: z.array(z.string().min(1)).min(1) })

async function newId({ client }: DriveAccess): Promise<string> {
  const { ids } = await driveAnswered(client.files.generateIds({ count: 1, space: 'drive', fields: 'ids' }), NewIds)
  return ids[0] ?? ''
}
