import { z } from 'zod'
import type { IncomingAnswer, OutgoingRequest } from '../http.ts'
import { ServiceError } from '../service-error.ts'
import { readServiceAnswer } from '../service-http.ts'
import { chunksOf } from './chunks.ts'
import type { FileToPut } from './file-store.ts'
import { callAddress, callDrive, type OneDriveAccess } from './onedrive-call.ts'
import { DriveItem } from './onedrive-metadata.ts'
import { sessionLost } from './session-lost.ts'

/** Upload in ranges (learn.microsoft.com/graph/api/driveitem-createuploadsession): multiples of 320 KiB, the last one shorter. */
const rangeBytes = 12 * 320 * 1024

const Session = z.object({ uploadUrl: z.string().min(1) })
const Progress = z.object({ nextExpectedRanges: z.array(z.string()) })

/** @param path of the file, as `itemPath` writes it. @returns the session's address */
export async function beginSession(access: OneDriveAccess, path: string, fileSize: number): Promise<string> {
  const item = { '@microsoft.graph.conflictBehavior': 'fail', fileSize }
  const answer = await callDrive(access, {
    method: 'POST',
    path: `${path}/createUploadSession`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ item }),
  })
  return readServiceAnswer('onedrive', answer, Session).uploadUrl
}

interface Ranges {
  session: string
  /** Asked of the service for a session that another attempt began. */
  from: number
  keep: () => Promise<void>
}

/** @returns how many bytes have arrived, null where the session is over */
export async function sessionStanding(access: OneDriveAccess, session: string): Promise<number | null> {
  try {
    const answer = await callAddress(access, { method: 'GET', url: session })
    const [next] = readServiceAnswer('onedrive', answer, Progress).nextExpectedRanges
    const from = /^\d{1,15}/.exec(next ?? '')?.[0]
    // All is there and yet no file: nobody says how to go on from that.
    return from === undefined ? null : Number(from)
  } catch (error) {
    if (error instanceof ServiceError && error.refusal === 'gone') return null
    throw error
  }
}

/** Sends the rest. @throws ServiceError `conflict` with the last range where the name was taken meanwhile */
export async function sendRanges(access: OneDriveAccess, file: FileToPut, ranges: Ranges): Promise<DriveItem> {
  const { session, from, keep } = ranges
  let at = from
  for await (const body of chunksOf(file.content(from), rangeBytes)) {
    const end = at + body.byteLength
    await keep()
    const headers = { 'content-range': `bytes ${at}-${end - 1}/${file.size}` }
    const answer = await putRange(access, { url: session, headers, body })
    if (answer.status !== 202) return readServiceAnswer('onedrive', answer, DriveItem)
    expectNext(answer, end)
    at = end
  }
  throw new ServiceError('onedrive', 'unknown', { status: 0, code: 'no_progress' })
}

async function putRange(
  access: OneDriveAccess,
  request: Pick<OutgoingRequest, 'url' | 'headers' | 'body'>,
): Promise<IncomingAnswer> {
  try {
    return await callAddress(access, { ...request, method: 'PUT' })
  } catch (error) {
    throw sessionLost(error)
  }
}

/** A service that wants something else than what comes next is asked anew, by the next attempt. */
function expectNext(answer: IncomingAnswer, end: number): void {
  const [next] = readServiceAnswer('onedrive', answer, Progress).nextExpectedRanges
  if (Number.parseInt(next ?? '', 10) !== end)
    throw new ServiceError('onedrive', 'unknown', { status: answer.status, code: 'other_range' })
}
