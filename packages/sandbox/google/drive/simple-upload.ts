import type { Context } from 'hono'
import { bodyUpTo } from './request-body.ts'
import type { DriveCall } from './drive-call.ts'
import { contentOf } from './file-content.ts'
import { createFile, type Upload } from './create-file.ts'
import { badRequest, DriveError } from './errors.ts'
import type { Metadata } from './drive-upload.ts'
import { readMetadata } from './metadata.ts'
import { type DriveFile, dropOldestBytes } from './drive-model.ts'
import { readParts } from './multipart.ts'

/** Boundaries, headers and metadata of a multipart body. */
const MAX_MULTIPART_OVERHEAD_BYTES = 64 * 2 ** 10

/** `uploadType=media`: the body is the file. @throws DriveError */
export async function uploadMedia(call: DriveCall, c: Context): Promise<DriveFile> {
  const bytes = await bodyUpTo(c, call.sandbox.config.driveSimpleUploadBytes)
  if (!bytes) throw tooLarge()
  return store(call, {}, { content: contentOf(bytes), contentType: typeOf(c.req.header('content-type')) })
}

/** `uploadType=multipart`: the metadata as JSON, then the bytes. @throws DriveError */
export async function uploadMultipart(call: DriveCall, c: Context): Promise<DriveFile> {
  const maxBytes = call.sandbox.config.driveSimpleUploadBytes
  const body = await bodyUpTo(c, maxBytes + MAX_MULTIPART_OVERHEAD_BYTES)
  if (!body) throw tooLarge()
  const [about, file] = readParts(c.req.header('content-type') ?? '', body)
  if (!about || !file) throw badRequest('A multipart upload has two parts.')
  if (!/^application\/json\b/i.test(about.contentType ?? '')) throw badRequest('The first part must be JSON.')
  if (file.bytes.byteLength > maxBytes) throw tooLarge()
  const upload = { content: contentOf(file.bytes), contentType: typeOf(file.contentType) }
  return store(call, readMetadata(about.bytes.toString('utf8')), upload)
}

/** Creates the file at the end of an upload. @throws DriveError */
export function store(call: DriveCall, metadata: Metadata, upload: Upload): DriveFile {
  const file = createFile(call, metadata, upload)
  dropOldestBytes(call.drive)
  return file
}

/** A content type without its parameters. */
export function typeOf(header: string | null | undefined): string | null {
  return header?.split(';')[0]?.trim().toLowerCase() || null
}

function tooLarge(): DriveError {
  return new DriveError(413, 'uploadTooLarge', 'Request Too Large. Use a resumable upload.')
}
