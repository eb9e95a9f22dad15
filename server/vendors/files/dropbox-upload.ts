import { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import type { Dropbox } from 'dropbox'
import { z } from 'zod'
import { ServiceError } from '../services/service-error.ts'
import { splitIntoChunks, readAll } from './chunks.ts'
import { parseDropboxResponse, toDropboxError } from './dropbox-client.ts'
import { FileMetadata, Metadata, type DropboxFile } from './dropbox-metadata.ts'
import type { FileUpload } from './file-store.ts'
import { candidateNames } from './candidate-names.ts'
import { toSessionLostError } from './upload-session-lost.ts'
import { uploadBytes } from './upload-sizes.ts'

const blockBytes = 4 * 1024 * 1024

/**
 * Dropbox's content hash: SHA-256 over the SHA-256 of each 4 MiB block
 * (dropbox.com/developers/reference/content-hash). Hex.
 */
async function dropboxHash(content: AsyncIterable<Uint8Array>): Promise<string> {
  const whole = createHash('sha256')
  for await (const block of splitIntoChunks(content, blockBytes))
    whole.update(createHash('sha256').update(block).digest())
  return whole.digest('hex')
}

/**
 * Dropbox accepts 150 MiB per request; larger files than this use a session, so that a lost connection costs one
 * chunk.
 */
const sessionThresholdBytes = 8 * 1024 * 1024
/** Sessions accept multiples of 4 MiB. */
const chunkBytes = 4 * 1024 * 1024

/** An upload session and the bytes it has received. */
const Session = z.strictObject({ session: z.string().min(1), offset: z.int().min(0) })
type Session = z.infer<typeof Session>

/**
 * Uploads a file under the first free name of the folder. Dropbox accepts the same content at the same path without
 * writing it, so a lost request may be repeated; other content is a conflict, and the next name is tried.
 */
export async function uploadToDropbox(client: Dropbox, file: FileUpload): Promise<DropboxFile> {
  const hash = await dropboxHash(file.content(0))
  let uploaded: Session | null = parseSession(file.resumeState)
  for (const name of candidateNames(file.name)) {
    const path = `/${[...file.folder, name].join('/')}`
    const existing = await readMetadata(client, path)
    if (existing === 'other') continue
    if (existing) {
      if (existing.content_hash === hash) return existing
      continue
    }
    try {
      if (file.size <= uploadBytes(sessionThresholdBytes)) return await uploadWhole(client, file, { path, hash })
      uploaded = await uploadInChunks(client, file, uploaded)
      return await finishSession(client, uploaded, path)
    } catch (error) {
      const { refusal, code } = toDropboxError(error)
      // The content stays in the session: only the name has been taken meanwhile.
      if (refusal !== 'conflict' || code.includes('ancestor')) throw error
    }
  }
  throw new ServiceError('dropbox', 'conflict', { status: 409, code: 'no_free_name' })
}

function parseSession(resume: string | null): Session | null {
  const read = Session.safeParse(resume ? JSON.parse(resume) : null)
  return read.success ? read.data : null
}

/** @returns null if nothing exists at the path, `other` for a folder or a deleted entry */
async function readMetadata(client: Dropbox, path: string): Promise<DropboxFile | 'other' | null> {
  try {
    const found = await parseDropboxResponse(client.filesGetMetadata({ path }), Metadata)
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

/** @param at `hash`: Dropbox compares it with the received content */
async function uploadWhole(
  client: Dropbox,
  file: FileUpload,
  at: { path: string; hash: string },
): Promise<DropboxFile> {
  const contents = await readAll(file.content(0))
  await file.saveState('')
  return parseDropboxResponse(client.filesUpload({ ...commit(at.path), contents, content_hash: at.hash }), FileMetadata)
}

/** Uploads the bytes that the session has not received. */
async function uploadInChunks(client: Dropbox, file: FileUpload, previous: Session | null): Promise<Session> {
  const session = (previous && (await confirmSession(client, previous))) ?? (await startSession(client, file))
  try {
    return await appendChunks(client, file, session)
  } catch (error) {
    throw toSessionLostError(error)
  }
}

/**
 * Finds the offset that a session has reached, by appending an empty chunk: Dropbox rejects a wrong offset with the
 * right one.
 * @returns null if the session does not exist
 */
async function confirmSession(client: Dropbox, { session, offset }: Session): Promise<Session | null> {
  try {
    await appendChunk(client, { session, offset }, Buffer.alloc(0))
    return { session, offset }
  } catch (error) {
    const correct = correctOffsetOf(error)
    if (correct !== null) return { session, offset: correct }
    if (toDropboxError(error).refusal === 'gone') return null
    throw error
  }
}

const Started = z.object({ session_id: z.string().min(1) })

async function startSession(client: Dropbox, file: FileUpload): Promise<Session> {
  await file.saveState('')
  const contents = Buffer.alloc(0)
  const { session_id } = await parseDropboxResponse(client.filesUploadSessionStart({ close: false, contents }), Started)
  return { session: session_id, offset: 0 }
}

async function appendChunks(client: Dropbox, file: FileUpload, { session, offset }: Session): Promise<Session> {
  let at = offset
  for await (const contents of splitIntoChunks(file.content(at), uploadBytes(chunkBytes))) {
    await file.saveState(JSON.stringify({ session, offset: at }))
    await appendChunk(client, { session, offset: at }, contents)
    at += contents.byteLength
  }
  await file.saveState(JSON.stringify({ session, offset: at }))
  return { session, offset: at }
}

async function appendChunk(client: Dropbox, { session, offset }: Session, contents: Uint8Array): Promise<void> {
  const cursor = { session_id: session, offset }
  const content_hash = await dropboxHash(Readable.from([contents]))
  await parseDropboxResponse(
    client.filesUploadSessionAppendV2({ cursor, close: false, contents, content_hash }),
    z.unknown(),
  )
}

async function finishSession(client: Dropbox, { session, offset }: Session, path: string): Promise<DropboxFile> {
  const cursor = { session_id: session, offset }
  try {
    const contents = Buffer.alloc(0)
    return await parseDropboxResponse(
      client.filesUploadSessionFinish({ cursor, commit: commit(path), contents }),
      FileMetadata,
    )
  } catch (error) {
    throw toSessionLostError(error)
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
