import { parseJsonOrNull, type IncomingAnswer } from '../http.ts'
import { ServiceError } from '../service-error.ts'
import { readServiceAnswer, sendToService } from '../service-http.ts'
import { chunksOf } from './chunks.ts'
import type { FileToPut } from './file-store.ts'
import type { DriveAccess } from './google-drive-call.ts'
import { driveError } from './google-drive-error.ts'
import { DriveFile, fileFields } from './google-drive-metadata.ts'
import { mediaTypeOf } from './media-type.ts'

/**
 * Upload in ranges, by requests of our own: Google's client knows no session that outlives its process
 * (developers.google.com/workspace/drive/api/guides/manage-uploads#resumable).
 */

/** Ranges are multiples of 256 KiB. */
const rangeBytes = 4 * 1024 * 1024
const timeoutMs = 60_000

/** @returns the session's address, good for about a week */
export async function beginSession(
  access: DriveAccess,
  { name, size }: FileToPut,
  metadata: { id: string },
): Promise<string> {
  const { config, token } = access
  const answer = await sendToService({
    vendor: 'google_drive',
    method: 'POST',
    url: `${config.apisUrl}/upload/drive/v3/files?${new URLSearchParams({ uploadType: 'resumable', fields: fileFields })}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-type': mediaTypeOf(name),
      'x-upload-content-length': String(size),
    },
    body: JSON.stringify(metadata),
    timeoutMs,
  })
  if (answer.status !== 200) throw refusal(answer)
  const address = answer.headers.get('location') ?? ''
  if (!isOurs(access, address)) throw new ServiceError('google_drive', 'unknown', { status: 0, code: 'no_session' })
  return address
}

/** How many bytes Drive has, or the file where it has them all. @throws ServiceError `gone` where the session is over */
export const sessionStanding = (access: DriveAccess, { size }: FileToPut, session: string): Promise<Standing> =>
  put(access, session, `bytes */${size}`)

/** Sends the rest. A range may arrive in part only; then it goes on from what has. */
export async function sendRanges(
  access: DriveAccess,
  file: FileToPut,
  { session, begun, keep }: { session: string; begun: Standing; keep: () => Promise<void> },
): Promise<DriveFile> {
  let standing = begun
  while (typeof standing === 'number') {
    const from = standing
    standing = await sendFrom(access, file, { session, from, keep })
    // Back and forth would never end; where it really stands is asked by the next attempt.
    if (typeof standing === 'number' && standing <= from)
      throw new ServiceError('google_drive', 'unknown', { status: 0, code: 'no_progress' })
  }
  return standing
}

type Standing = number | DriveFile

async function sendFrom(
  access: DriveAccess,
  file: FileToPut,
  { session, from, keep }: { session: string; from: number; keep: () => Promise<void> },
): Promise<Standing> {
  let at = from
  for await (const range of chunksOf(file.content(from), rangeBytes)) {
    const end = at + range.byteLength
    await keep()
    const standing = await put(access, session, `bytes ${at}-${end - 1}/${file.size}`, range)
    if (standing !== end) return standing
    at = end
  }
  return at
}

async function put(
  access: DriveAccess,
  session: string,
  range: string,
  body: Uint8Array<ArrayBuffer> = new Uint8Array(),
): Promise<Standing> {
  if (!isOurs(access, session)) throw new ServiceError('google_drive', 'gone', { status: 0, code: 'no_session' })
  const answer = await sendToService({
    vendor: 'google_drive',
    method: 'PUT',
    url: session,
    headers: { authorization: `Bearer ${access.token}`, 'content-range': range },
    body,
    timeoutMs,
  })
  if (answer.status === 308) {
    const last = /^bytes=0-(\d{1,15})$/.exec(answer.headers.get('range') ?? '')?.[1]
    return last === undefined ? 0 : Number(last) + 1
  }
  if (answer.status !== 200 && answer.status !== 201) throw refusal(answer)
  return readServiceAnswer('google_drive', answer, DriveFile)
}

const refusal = ({ status, headers, text }: IncomingAnswer): ServiceError =>
  driveError(status, headers, parseJsonOrNull(text))

/** The token goes along with a range: to Google alone, whatever an answer said. */
const isOurs = ({ config }: DriveAccess, address: string): boolean =>
  URL.canParse(address) && new URL(address).origin === new URL(config.apisUrl).origin
