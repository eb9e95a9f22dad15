import type { Context } from 'hono'
import { actingFault } from '../../kit/gate.ts'
import { originOf } from '../../kit/origin.ts'
import { secretOf } from '../../kit/secret.ts'
import type { World } from '../../kit/world.ts'
import { bytesOf } from './body.ts'
import { authError, type DriveCall, driveOf } from './call.ts'
import { createSink, type Sink } from './content.ts'
import { checkCreate } from './create.ts'
import { badRequest, DriveError, invalid } from './errors.ts'
import { type Metadata, readMetadata } from './metadata.ts'
import { type DriveFile, needRoom } from './model.ts'
import { presentTo } from './read.ts'
import { maskOf } from './resource.ts'
import { store, type Target, typeOf } from './upload.ts'

/** Ranges but the last are multiples of this, and what a broken one left is kept in multiples of it. */
export const BLOCK_BYTES = 256 * 2 ** 10
const LIFE_MS = 7 * 24 * 3600_000
const MOST_SESSIONS = 1000

/** An upload in ranges: who began it and how, and what has come of it so far. */
export type DriveUpload = {
  sub: string
  clientId: string
  query: URLSearchParams
  target: Target
  metadata: Metadata
  contentType: string | null
  /** Null while the caller has not said how long it will be. */
  total: number | null
  sink: Sink
  busy: boolean
  /** The file, once it is whole. */
  done: DriveFile | null
  expiresAt: number
}

/** `uploadType=resumable`, the first request. @returns the address for the ranges. @throws DriveError */
export async function beginUpload(call: DriveCall, c: Context, target: Target): Promise<Response> {
  const { world, now, person, clientId, query, drive, origin } = call
  const metadata = readMetadata(await c.req.text())
  maskOf(query.get('fields'), 'file')
  const total = lengthOf(c.req.header('x-upload-content-length'))
  if (!target) checkCreate(call, metadata, true)
  needRoom(drive, (total ?? 0) - (target?.content?.size ?? 0))
  const id = secretOf('AHSBX', 48)
  const { driveUploads } = world.google
  driveUploads.set(id, {
    sub: person.sub,
    clientId,
    query,
    target,
    metadata,
    contentType: typeOf(c.req.header('x-upload-content-type')),
    total,
    sink: createSink(),
    busy: false,
    done: null,
    expiresAt: now + LIFE_MS,
  })
  const oldest = driveUploads.keys().next().value
  if (driveUploads.size > MOST_SESSIONS && oldest !== undefined) driveUploads.delete(oldest)
  const path = new URL(c.req.url).pathname
  const Location = `${origin}${path}?uploadType=resumable&upload_id=${id}`
  return new Response(null, { headers: { Location, 'X-GUploader-UploadID': id, 'Content-Length': '0' } })
}

function lengthOf(header: string | undefined): number | null {
  if (header === undefined) return null
  if (!/^\d{1,15}$/.test(header)) throw badRequest('Invalid X-Upload-Content-Length.')
  return Number(header)
}

/** A range, or the question how far it is. The address itself is the permission. @throws DriveError */
export async function continueUpload(world: World, c: Context): Promise<Response> {
  const upload = world.google.driveUploads.get(c.req.query('upload_id') ?? '')
  if (!upload || upload.expiresAt <= world.clock.now()) throw new DriveError(404, 'notFound', 'Not Found')
  if (upload.busy) throw new DriveError(503, 'backendError', 'Another range of this upload is on its way.')
  if (upload.done) return finished(world, c, upload, upload.done)
  upload.busy = true
  try {
    await takeRange(upload, c)
  } finally {
    upload.busy = false
  }
  const received = upload.sink.size()
  if (received !== upload.total) {
    const range: Record<string, string> = received === 0 ? {} : { Range: `bytes=0-${received - 1}` }
    return new Response(null, { status: 308, headers: { ...range, 'Content-Length': '0' } })
  }
  return finished(world, c, upload, finish(world, c, upload))
}

/** What is refused now is refused for good: the session ends. */
function finish(world: World, c: Context, upload: DriveUpload): DriveFile {
  const { target, metadata, contentType, sink } = upload
  const call = callOf(world, c, upload)
  try {
    upload.done = store({ ...call, fault: actingFault(c) }, target, metadata, { content: sink.end(), contentType })
    return upload.done
  } catch (error) {
    world.google.driveUploads.delete(c.req.query('upload_id') ?? '')
    throw error
  }
}

/** The session's right is that of the person who began it. */
function callOf(world: World, c: Context, { sub, clientId, query }: DriveUpload): DriveCall {
  const person = world.google.people.get(sub)
  if (!person || person.disabled) throw authError()
  const drive = driveOf(world, person)
  const origin = originOf(world, c.req.url)
  return { world, now: world.clock.now(), person, clientId, drive, query, origin, fault: null }
}

function finished(world: World, c: Context, upload: DriveUpload, file: DriveFile): Response {
  return Response.json(presentTo(callOf(world, c, upload), file))
}

type Range = { from: number; length: number | null; total: number | null }

async function takeRange(upload: DriveUpload, c: Context): Promise<void> {
  const range = rangeOf(c.req.header('content-range'), c.req.header('content-length'))
  if (range.total !== null && upload.total !== null && range.total !== upload.total) {
    throw invalid('Content-Range', 'The total does not fit the length that was told before.')
  }
  const end = range.length === null ? null : range.from + range.length
  if (range.length !== 0 && range.from !== upload.sink.size()) {
    throw badRequest(
      `Invalid request. According to the Content-Range header, the upload offset is ${range.from} byte(s), and ${upload.sink.size()} byte(s) are uploaded already.`,
    )
  }
  const isLast = end === null || end === (range.total ?? upload.total)
  if (!isLast && (range.length ?? 0) % BLOCK_BYTES > 0) {
    throw badRequest(
      `Invalid request. The number of bytes uploaded is required to be a multiple of ${BLOCK_BYTES}, except for the final request.`,
    )
  }
  upload.total = range.total ?? upload.total
  const came = await takeBytes(upload.sink, c, range.length)
  if (range.length === null) upload.total = upload.sink.size()
  else if (came !== range.length) throw badRequest(`Invalid request. There were ${came} byte(s) in the request body.`)
}

/** Without a range the body is the whole; a star in place of the range brings nothing and asks. */
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

/** Adds whole blocks as they come, and the rest once all of the range is there. @returns how many bytes came */
async function takeBytes(sink: Sink, c: Context, length: number | null): Promise<number> {
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
