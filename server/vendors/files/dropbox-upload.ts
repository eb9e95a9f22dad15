import { Readable } from 'node:stream'
import type { Dropbox } from 'dropbox'
import { z } from 'zod'
import { ServiceError } from '../service-error.ts'
import { chunksOf, wholeOf } from './chunks.ts'
import { answered, asServiceError } from './dropbox-call.ts'
import { dropboxHash } from './dropbox-hash.ts'
import { FileMetadata, Metadata, type DropboxFile } from './dropbox-metadata.ts'
import type { FileToPut } from './file-store.ts'
import { namesFor } from './free-name.ts'
import { sessionLost } from './session-lost.ts'

/** One request takes up to 150 MiB; beyond this a session is used, so that a lost connection costs one piece. */
const sessionFrom = 8 * 1024 * 1024
/** A session takes pieces of 4 MiB and multiples; larger ones only wait for the garbage collector longer. */
const pieceBytes = 4 * 1024 * 1024

/** Where an upload session stands. */
const Session = z.strictObject({ session: z.string().min(1), offset: z.int().min(0) })
type Session = z.infer<typeof Session>

/**
 * Puts a content at the first free name of the folder. Dropbox takes the same content at the same place as done and writes nothing, so a
 * call whose answer was lost may be made again; other content there is a conflict, and the next name is tried.
 */
export async function putIntoDropbox(client: Dropbox, file: FileToPut): Promise<DropboxFile> {
  const hash = await dropboxHash(file.content(0))
  let uploaded: Session | null = sessionOf(file.resume)
  for (const name of namesFor(file.name)) {
    const path = `/${[...file.folder, name].join('/')}`
    const there = await metadataAt(client, path)
    if (there === 'other') continue
    if (there) {
      if (there.content_hash === hash) return there
      continue
    }
    try {
      if (file.size <= sessionFrom) return await upload(client, file, { path, hash })
      uploaded = await uploadPieces(client, file, uploaded)
      return await finish(client, uploaded, path)
    } catch (error) {
      const { refusal, code } = asServiceError(error)
      // The content stays with the session: only the place was taken meanwhile.
      if (refusal !== 'conflict' || code.includes('ancestor')) throw error
    }
  }
  throw new ServiceError('dropbox', 'conflict', { status: 409, code: 'no_free_name' })
}

function sessionOf(resume: string | null): Session | null {
  const read = Session.safeParse(resume ? JSON.parse(resume) : null)
  return read.success ? read.data : null
}

/** @returns null where nothing stands there, `other` for a folder or something deleted-and-unreadable */
async function metadataAt(client: Dropbox, path: string): Promise<DropboxFile | 'other' | null> {
  try {
    const found = await answered(client.filesGetMetadata({ path }), Metadata)
    if (found['.tag'] !== 'file') return 'other'
    const file = FileMetadata.safeParse(found)
    if (!file.success) throw new ServiceError('dropbox', 'unknown', { status: 0, code: 'unreadable_answer' })
    return file.data
  } catch (error) {
    if (error instanceof ServiceError && error.refusal === 'gone') return null
    throw error
  }
}

const commit = (path: string) => ({ path, mode: { '.tag': 'add' as const }, autorename: false, mute: true })

/** @param at `hash`: Dropbox compares it with what arrived */
async function upload(client: Dropbox, file: FileToPut, at: { path: string; hash: string }): Promise<DropboxFile> {
  const contents = await wholeOf(file.content(0))
  await file.keep('')
  return answered(client.filesUpload({ ...commit(at.path), contents, content_hash: at.hash }), FileMetadata)
}

/** Sends what the session does not have yet. */
async function uploadPieces(client: Dropbox, file: FileToPut, begun: Session | null): Promise<Session> {
  const session = (begun && (await standing(client, begun))) ?? (await start(client, file))
  try {
    return await append(client, file, session)
  } catch (error) {
    throw sessionLost(error)
  }
}

/**
 * Where a session stands really, told by an empty piece, which changes nothing and is refused elsewhere.
 * @returns null where it is gone
 */
async function standing(client: Dropbox, { session, offset }: Session): Promise<Session | null> {
  try {
    await appendOne(client, { session, offset }, Buffer.alloc(0))
    return { session, offset }
  } catch (error) {
    const correct = correctOffsetOf(error)
    if (correct !== null) return { session, offset: correct }
    if (asServiceError(error).refusal === 'gone') return null
    throw error
  }
}

const Started = z.object({ session_id: z.string().min(1) })

async function start(client: Dropbox, file: FileToPut): Promise<Session> {
  await file.keep('')
  const contents = Buffer.alloc(0)
  const { session_id } = await answered(client.filesUploadSessionStart({ close: false, contents }), Started)
  return { session: session_id, offset: 0 }
}

async function append(client: Dropbox, file: FileToPut, { session, offset }: Session): Promise<Session> {
  let at = offset
  for await (const contents of chunksOf(file.content(at), pieceBytes)) {
    await file.keep(JSON.stringify({ session, offset: at }))
    await appendOne(client, { session, offset: at }, contents)
    at += contents.byteLength
  }
  await file.keep(JSON.stringify({ session, offset: at }))
  return { session, offset: at }
}

async function appendOne(client: Dropbox, { session, offset }: Session, contents: Uint8Array): Promise<void> {
  const cursor = { session_id: session, offset }
  const content_hash = await dropboxHash(Readable.from([contents]))
  await answered(client.filesUploadSessionAppendV2({ cursor, close: false, contents, content_hash }), z.unknown())
}

async function finish(client: Dropbox, { session, offset }: Session, path: string): Promise<DropboxFile> {
  const cursor = { session_id: session, offset }
  try {
    const contents = Buffer.alloc(0)
    return await answered(client.filesUploadSessionFinish({ cursor, commit: commit(path), contents }), FileMetadata)
  } catch (error) {
    throw sessionLost(error)
  }
}

const IncorrectOffset = z.object({
  error: z.object({ error: z.object({ correct_offset: z.int().min(0) }) }),
})

function correctOffsetOf(error: unknown): number | null {
  const cause = error instanceof ServiceError ? error.cause : error
  const read = IncorrectOffset.safeParse(cause)
  return read.success ? read.data.error.error.correct_offset : null
}
