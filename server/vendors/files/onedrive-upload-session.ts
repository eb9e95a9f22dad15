import { z } from 'zod'
import type { HttpResponse, HttpRequest } from '../http/http-client.ts'
import { ServiceError } from '../services/service-error.ts'
import { parseServiceResponse } from '../services/service-http.ts'
import { splitIntoChunks } from './chunks.ts'
import type { FileUpload } from './file-store.ts'
import { callUploadUrl, callDrive, type OneDriveAccess } from './onedrive-client.ts'
import { DriveItem } from './onedrive-metadata.ts'
import { toSessionLostError } from './upload-session-lost.ts'
import { uploadBytes } from './upload-sizes.ts'

/** A multiple of 320 KiB (learn.microsoft.com/graph/api/driveitem-createuploadsession). */
const chunkBytes = 12 * 320 * 1024

const Session = z.object({ uploadUrl: z.string().min(1) })
const Progress = z.object({ nextExpectedRanges: z.array(z.string()) })

/** @param path of the file, as built by `itemPath`. @returns the session's URL */
export async function startUploadSession(access: OneDriveAccess, path: string, fileSize: number): Promise<string> {
  const item = { '@microsoft.graph.conflictBehavior': 'fail', fileSize }
  const answer = await callDrive(access, {
    method: 'POST',
    path: `${path}/createUploadSession`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ item }),
  })
  return parseServiceResponse('onedrive', answer, Session).uploadUrl
}

interface UploadPosition {
  session: string
  /** First byte that the session has not received. */
  from: number
  saveState: () => Promise<void>
}

/** @returns the number of received bytes; null if the session has ended */
export async function readUploadProgress(access: OneDriveAccess, session: string): Promise<number | null> {
  try {
    const answer = await callUploadUrl(access, { method: 'GET', url: session })
    const [next] = parseServiceResponse('onedrive', answer, Progress).nextExpectedRanges
    const from = /^\d{1,15}/.exec(next ?? '')?.[0]
    // All bytes were received without a file: Graph documents no way to continue.
    return from === undefined ? null : Number(from)
  } catch (error) {
    if (error instanceof ServiceError && error.refusal === 'gone') return null
    throw error
  }
}

/**
 * Uploads the remaining bytes.
 * @throws ServiceError `conflict` with the last chunk if the name has been taken meanwhile
 */
export async function uploadRemaining(
  access: OneDriveAccess,
  file: FileUpload,
  position: UploadPosition,
): Promise<DriveItem> {
  const { session, from, saveState } = position
  let at = from
  for await (const body of splitIntoChunks(file.content(from), uploadBytes(chunkBytes))) {
    const end = at + body.byteLength
    await saveState()
    const headers = { 'content-range': `bytes ${at}-${end - 1}/${file.size}` }
    const answer = await uploadChunk(access, { url: session, headers, body })
    if (answer.status !== 202) return parseServiceResponse('onedrive', answer, DriveItem)
    assertNextRange(answer, end)
    at = end
  }
  throw new ServiceError('onedrive', 'unknown', { status: 0, code: 'no_progress' })
}

async function uploadChunk(
  access: OneDriveAccess,
  request: Pick<HttpRequest, 'url' | 'headers' | 'body'>,
): Promise<HttpResponse> {
  try {
    return await callUploadUrl(access, { ...request, method: 'PUT' })
  } catch (error) {
    throw toSessionLostError(error)
  }
}

/** Throws if OneDrive expects another range; the next attempt reads the progress again. */
function assertNextRange(answer: HttpResponse, end: number): void {
  const [next] = parseServiceResponse('onedrive', answer, Progress).nextExpectedRanges
  if (Number.parseInt(next ?? '', 10) !== end)
    throw new ServiceError('onedrive', 'unknown', { status: answer.status, code: 'other_range' })
}
