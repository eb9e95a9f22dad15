import type { Context } from 'hono'
import { currentFault } from '../../kit/service-middleware.ts'
import { originOf } from '../../kit/origin.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import type { GoogleSandbox } from '../state.ts'
import { bytesOf } from './request-body.ts'
import { authError, type DriveCall, driveOf } from './drive-call.ts'
import { createSink, type Sink } from './file-content.ts'
import { checkCreate } from './create-file.ts'
import { badRequest, DriveError, invalid } from './errors.ts'
import type { DriveUpload } from './drive-upload.ts'
import { readMetadata } from './metadata.ts'
import { type DriveFile, requireQuota } from './drive-model.ts'
import { presentTo } from './read-methods.ts'
import { maskOf } from './resource.ts'
import { store, typeOf } from './simple-upload.ts'

/** The size of a range, except the last one, is a multiple of this. Of a broken range whole blocks are stored. */
const BLOCK_BYTES = 256 * 2 ** 10
const LIFETIME_MS = 7 * 24 * 3600_000
const MAX_SESSIONS = 1000

/** The first request of `uploadType=resumable`. @returns a response with the upload address. @throws DriveError */
export async function beginUpload(call: DriveCall, c: Context): Promise<Response> {
  const { sandbox, now, account, clientId, query, drive, origin } = call
  const metadata = readMetadata(await c.req.text())
  maskOf(query.get('fields'), 'file')
  const total = lengthOf(c.req.header('x-upload-content-length'))
  checkCreate(call, metadata, true)
  requireQuota(drive, total ?? 0)
  const id = randomSecret('AHSBX', 48)
  const { driveUploads } = sandbox.google
  driveUploads.set(id, {
    sub: account.sub,
    clientId,
    query,
    metadata,
    contentType: typeOf(c.req.header('x-upload-content-type')),
    total,
    sink: createSink(),
    busy: false,
    done: null,
    expiresAt: now + LIFETIME_MS,
  })
  const oldest = driveUploads.keys().next().value
  if (driveUploads.size > MAX_SESSIONS && oldest !== undefined) driveUploads.delete(oldest)
  const path = new URL(c.req.url).pathname
  const Location = `${origin}${path}?uploadType=resumable&upload_id=${id}`
  return new Response(null, { headers: { Location, 'X-GUploader-UploadID': id, 'Content-Length': '0' } })
}

function lengthOf(header: string | undefined): number | null {
  if (header === undefined) return null
  if (!/^\d{1,15}$/.test(header)) throw badRequest('Invalid X-Upload-Content-Length.')
  return Number(header)
}

/** Handles a range, or a status request. The address itself authorizes the call. @throws DriveError */
export async function continueUpload(sandbox: GoogleSandbox, c: Context): Promise<Response> {
  const upload = sandbox.google.driveUploads.get(c.req.query('upload_id') ?? '')
  if (!upload || upload.expiresAt <= sandbox.clock.now()) throw new DriveError(404, 'notFound', 'Not Found')
  if (upload.busy) throw new DriveError(503, 'backendError', 'Another range of this upload is on its way.')
  if (upload.done) return finished(sandbox, c, upload, upload.done)
  upload.busy = true
  try {
    await receiveRange(upload, c)
  } finally {
    upload.busy = false
  }
  const received = upload.sink.size()
  if (received !== upload.total) {
    const range: Record<string, string> = received === 0 ? {} : { Range: `bytes=0-${received - 1}` }
    return new Response(null, { status: 308, headers: { ...range, 'Content-Length': '0' } })
  }
  return finished(sandbox, c, upload, finish(sandbox, c, upload))
}

/** A refusal at this point ends the upload. */
function finish(sandbox: GoogleSandbox, c: Context, upload: DriveUpload): DriveFile {
  const { metadata, contentType, sink } = upload
  const call = callOf(sandbox, c, upload)
  try {
    upload.done = store({ ...call, fault: currentFault(c) }, metadata, { content: sink.end(), contentType })
    return upload.done
  } catch (error) {
    sandbox.google.driveUploads.delete(c.req.query('upload_id') ?? '')
    throw error
  }
}

/** An upload has the authorization of the account that began it. */
function callOf(sandbox: GoogleSandbox, c: Context, { sub, clientId, query }: DriveUpload): DriveCall {
  const account = sandbox.google.accounts.get(sub)
  if (!account || account.disabled) throw authError()
  const drive = driveOf(sandbox, account)
  const origin = originOf(sandbox, c.req.url)
  return { sandbox, now: sandbox.clock.now(), account, clientId, drive, query, origin, fault: null }
}

function finished(sandbox: GoogleSandbox, c: Context, upload: DriveUpload, file: DriveFile): Response {
  return Response.json(presentTo(callOf(sandbox, c, upload), file))
}

type Range = { from: number; length: number | null; total: number | null }

async function receiveRange(upload: DriveUpload, c: Context): Promise<void> {
  const range = rangeOf(c.req.header('content-range'), c.req.header('content-length'))
  if (range.total !== null && upload.total !== null && range.total !== upload.total) {
    throw invalid('Content-Range', 'The total does not fit the length that was told before.')
  }
  const end = range.length === null ? null : range.from + range.length
  if (range.length !== 0 && range.from !== upload.sink.size()) {
    throw badRequest(
      `Invalid request. According to the Content-Range header, the upload offset is ${range.from} byte(s), ` +
        `and ${upload.sink.size()} byte(s) are uploaded already.`,
    )
  }
  const isLast = end === null || end === (range.total ?? upload.total)
  if (!isLast && (range.length ?? 0) % BLOCK_BYTES > 0) {
    throw badRequest(
      `Invalid request. The number of bytes uploaded is required to be a multiple of ${BLOCK_BYTES}, ` +
        'except for the final request.',
    )
  }
  upload.total = range.total ?? upload.total
  const received = await receiveBytes(upload.sink, c, range.length)
  if (range.length === null) upload.total = upload.sink.size()
  else if (received !== range.length) {
    throw badRequest(`Invalid request. There were ${received} byte(s) in the request body.`)
  }
}

/** Without a Content-Range the body is the whole file; a `*` as the range requests the status. */
function rangeOf(header: string | undefined, contentLength: string | undefined): Range {
  if (header === undefined) {
    const length = contentLength === undefined ? null : Number(contentLength)
    return { from: 0, length, total: length }
  }
  const [, from, to, total] = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/.exec(header) ?? []
  if (total === undefined) throw badRequest('Failed to parse Content-Range header.')
  const whole = total === '*' ? null : Number(total)
  if (from === undefined) return { from: 0, length: 0, total: whole }
  const length = Number(to) - Number(from) + 1
  if (length < 1 || (whole !== null && Number(to) >= whole)) throw badRequest('Failed to parse Content-Range header.')
  return { from: Number(from), length, total: whole }
}

/** Adds whole blocks while they arrive, and the rest when the range is complete. @returns the received bytes */
async function receiveBytes(sink: Sink, c: Context, length: number | null): Promise<number> {
  let waiting: Uint8Array[] = []
  let size = 0
  let came = 0
  for await (const chunk of bytesOf(c)) {
    came += chunk.byteLength
    if (length !== null && came > length) continue
    waiting.push(chunk)
    size += chunk.byteLength
    if (size < BLOCK_BYTES) continue
    const all = Buffer.concat(waiting)
    size %= BLOCK_BYTES
    sink.add(all.subarray(0, all.length - size))
    waiting = [all.subarray(all.length - size)]
  }
  if (length === null || came === length) sink.add(Buffer.concat(waiting))
  return came
}
