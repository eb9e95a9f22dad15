import type { Context } from 'hono'
import { bodyUpTo } from './body.ts'
import type { DriveCall } from './call.ts'
import { contentOf } from './content.ts'
import { createFile, replaceContent, type Upload } from './create.ts'
import { badRequest, DriveError } from './errors.ts'
import { applyMetadata, type Metadata, readMetadata } from './metadata.ts'
import { type DriveFile, forgetOldest } from './model.ts'
import { readParts } from './multipart.ts'

/** What may stand around the bytes of a multipart body: boundaries, headers, the description of the file. */
const MOST_AROUND = 64 * 2 ** 10

/** A new file, or, where there is one already, its new content. */
export type Target = DriveFile | null

/** `uploadType=media`: the body is the file. @throws DriveError */
export async function takeMedia(call: DriveCall, c: Context, target: Target): Promise<DriveFile> {
  const bytes = await bodyUpTo(c, call.world.config.driveSimpleUploadBytes)
  if (!bytes) throw tooLarge()
  return store(call, target, {}, { content: contentOf(bytes), contentType: typeOf(c.req.header('content-type')) })
}

/** `uploadType=multipart`: the description as JSON, then the bytes. @throws DriveError */
export async function takeMultipart(call: DriveCall, c: Context, target: Target): Promise<DriveFile> {
  const most = call.world.config.driveSimpleUploadBytes
  const body = await bodyUpTo(c, most + MOST_AROUND)
  if (!body) throw tooLarge()
  const [about, file, more] = readParts(c.req.header('content-type') ?? '', body)
  if (!about || !file || more) throw badRequest('A multipart upload has two parts.')
  if (!/^application\/json\b/i.test(about.contentType ?? '')) throw badRequest('The first part must be JSON.')
  if (file.bytes.byteLength > most) throw tooLarge()
  const upload = { content: contentOf(file.bytes), contentType: typeOf(file.contentType) }
  return store(call, target, readMetadata(about.bytes.toString('utf8')), upload)
}

/** The last step of every upload. @throws DriveError */
export function store(call: DriveCall, target: Target, metadata: Metadata, upload: Upload): DriveFile {
  if (target) replaceContent(call, target, upload, () => applyMetadata(call, target, metadata))
  const file = target ?? createFile(call, metadata, upload)
  forgetOldest(call.drive)
  return file
}

/** A content type without its parameters. */
export function typeOf(header: string | null | undefined): string | null {
  return header?.split(';')[0]?.trim().toLowerCase() || null
}

function tooLarge(): DriveError {
  return new DriveError(413, 'uploadTooLarge', 'Request Too Large. Use a resumable upload.')
}
