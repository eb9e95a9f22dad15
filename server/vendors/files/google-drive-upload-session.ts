import { fileServiceTimeoutMs } from '../../limits.ts'
import { parseJsonOrNull, type HttpResponse } from '../http/http-client.ts'
import { ServiceError } from '../services/service-error.ts'
import { parseServiceResponse, sendToService } from '../services/service-http.ts'
import { splitIntoChunks } from './chunks.ts'
import type { FileUpload } from './file-store.ts'
import type { DriveAccess } from './google-drive-client.ts'
import { createDriveError } from './google-drive-error.ts'
import { DriveFile, fileFields } from './google-drive-metadata.ts'
import { mediaTypeOf } from './media-type.ts'
import { uploadBytes } from './upload-sizes.ts'

// Resumable uploads (developers.google.com/workspace/drive/api/guides/manage-uploads#resumable) by our own requests:
// Google's client cannot resume a session of another process.

/** A multiple of 256 KiB. */
const chunkBytes = 4 * 1024 * 1024

/** @returns the session's URL, valid for about a week */
export async function startUploadSession(
  access: DriveAccess,
  { name, size }: FileUpload,
  metadata: { id: string },
): Promise<string> {
  const { config, token } = access
  const query = new URLSearchParams({ uploadType: 'resumable', fields: fileFields })
  const answer = await sendToService({
    vendor: 'google_drive',
    method: 'POST',
    url: `${config.apisUrl}/upload/drive/v3/files?${query}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-type': mediaTypeOf(name),
      'x-upload-content-length': String(size),
    },
    body: JSON.stringify(metadata),
    timeoutMs: fileServiceTimeoutMs,
  })
  if (answer.status !== 200) throw parseError(answer)
  const address = answer.headers.get('location') ?? ''
  if (!isGoogleUrl(access, address))
    throw new ServiceError('google_drive', 'unknown', { status: 0, code: 'no_session' })
  return address
}

/**
 * Reads how many bytes Drive has received, or the finished file.
 * @throws ServiceError `gone` if the session has expired
 */
export const readUploadProgress = (
  access: DriveAccess,
  { size }: FileUpload,
  session: string,
): Promise<UploadProgress> => uploadChunk(access, session, `bytes */${size}`)

/** Uploads the remaining bytes. If Drive has received only part of a chunk, continues from there. */
export async function uploadRemaining(
  access: DriveAccess,
  file: FileUpload,
  { session, start, saveState }: { session: string; start: UploadProgress; saveState: () => Promise<void> },
): Promise<DriveFile> {
  let progress = start
  while (typeof progress === 'number') {
    const from = progress
    progress = await uploadFrom(access, file, { session, from, saveState })
    // Without progress the loop would not end; the next attempt reads the progress again.
    if (typeof progress === 'number' && progress <= from)
      throw new ServiceError('google_drive', 'unknown', { status: 0, code: 'no_progress' })
  }
  return progress
}

type UploadProgress = number | DriveFile

async function uploadFrom(
  access: DriveAccess,
  file: FileUpload,
  { session, from, saveState }: { session: string; from: number; saveState: () => Promise<void> },
): Promise<UploadProgress> {
  let at = from
  for await (const range of splitIntoChunks(file.content(from), uploadBytes(chunkBytes))) {
    const end = at + range.byteLength
    await saveState()
    const progress = await uploadChunk(access, session, `bytes ${at}-${end - 1}/${file.size}`, range)
    if (progress !== end) return progress
    at = end
  }
  return at
}

async function uploadChunk(
  access: DriveAccess,
  session: string,
  range: string,
  body: Uint8Array<ArrayBuffer> = new Uint8Array(),
): Promise<UploadProgress> {
  if (!isGoogleUrl(access, session)) throw new ServiceError('google_drive', 'gone', { status: 0, code: 'no_session' })
  const answer = await sendToService({
    vendor: 'google_drive',
    method: 'PUT',
    url: session,
    headers: { authorization: `Bearer ${access.token}`, 'content-range': range },
    body,
    timeoutMs: fileServiceTimeoutMs,
  })
  if (answer.status === 308) {
    const last = /^bytes=0-(\d{1,15})$/.exec(answer.headers.get('range') ?? '')?.[1]
    return last === undefined ? 0 : Number(last) + 1
  }
  if (answer.status !== 200 && answer.status !== 201) throw parseError(answer)
  return parseServiceResponse('google_drive', answer, DriveFile)
}

const parseError = ({ status, headers, text }: HttpResponse): ServiceError =>
  createDriveError(status, headers, parseJsonOrNull(text))

/** Each chunk carries the access token, so it is sent to Google's host only, whatever URL a response contained. */
const isGoogleUrl = ({ config }: DriveAccess, address: string): boolean =>
  URL.canParse(address) && new URL(address).origin === new URL(config.apisUrl).origin
