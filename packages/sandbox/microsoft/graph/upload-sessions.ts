import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { graphTime } from '../../kit/clock.ts'
import type { GateOptions } from '../../kit/gate.ts'
import { originOf } from '../../kit/origin.ts'
import type { World } from '../../kit/world.ts'
import { newAttachment } from '../deliver.ts'
import { secretOf } from '../../kit/secret.ts'
import { attachmentId } from '../ids.ts'
import type { Message } from '../model.ts'
import { attach } from './attachments.ts'
import { bodyOf } from './body.ts'
import { type GraphAnswer, type GraphCall, graphBase, type Route, WRITE } from './call.ts'
import { messageOf } from './find.ts'
import { refuseWhenFull } from './quota.ts'
import { UploadSessionBody } from './schemas.ts'

/** A large attachment on its way, range by range. */
export type UploadSession = {
  message: Message
  idForm: string
  name: string
  contentType: string | null
  isInline: boolean
  contentId: string | null
  size: number
  parts: Uint8Array[]
  received: number
  expiresAt: number
}

const LIFE_MS = 3600_000
const LARGEST_RANGE = 4 * 2 ** 20

function create(call: GraphCall): GraphAnswer {
  const { world, mailbox, params, prefer } = call
  const message = messageOf(call, params.message ?? '')
  const { AttachmentItem: wanted } = bodyOf(call, UploadSessionBody, 'microsoft.graph.attachmentItem')
  refuseWhenFull(call)
  const token = secretOf('', 32)
  const expiresAt = world.clock.now() + LIFE_MS
  const about = { name: wanted.name, contentType: wanted.contentType ?? null, isInline: wanted.isInline ?? false }
  const idForm = prefer.immutableIds ? message.immutableId : message.restId
  const start = { parts: [], received: 0, expiresAt, contentId: wanted.contentId ?? null, size: wanted.size }
  world.uploads.set(token, { message, idForm, ...about, ...start })
  const path = `api/v2.0/Users('${mailbox.account.id}')/Messages('${idForm}')/AttachmentSessions('${token.slice(0, 12)}')`
  return {
    status: 201,
    body: {
      '@odata.context': `${graphBase(call.request)}/$metadata#microsoft.graph.uploadSession`,
      uploadUrl: `${call.request.origin}/outlook.office.com/${path}?authtoken=${token}`,
      expirationDateTime: graphTime(expiresAt),
      nextExpectedRanges: ['0-'],
    },
  }
}

export const uploadSessionRoutes: readonly Route[] = [
  {
    method: 'POST',
    pattern: 'me/messages/:message/attachments/createUploadSession',
    scopes: WRITE,
    mail: true,
    run: create,
  },
]

/** The other host: the address itself is the permission, so no Authorization header is asked for. */
export function uploadRoutes(world: World): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.on(['PUT', 'DELETE', 'GET'], '/api/v2.0/*', async (c) => {
    const token = c.req.query('authtoken') ?? ''
    const session = world.uploads.get(token)
    if (!session || session.expiresAt <= world.clock.now()) {
      return c.json(problem('ErrorItemNotFound', 'The upload session was not found.'), 404)
    }
    if (c.req.method === 'DELETE') {
      world.uploads.delete(token)
      return c.body(null, 204)
    }
    if (c.req.method === 'GET') return c.json(progress(session), 200)
    return takeRange(world, c, token, session)
  })
  return app
}

function problem(code: string, message: string) {
  return { error: { code, message } }
}

function progress({ received, expiresAt }: UploadSession) {
  return { ExpirationDateTime: graphTime(expiresAt), NextExpectedRanges: [`${received}-`] }
}

async function takeRange(world: World, c: Context, token: string, session: UploadSession): Promise<Response> {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(c.req.header('content-range') ?? '')
  if (!range) return c.json(problem('ErrorInvalidRange', 'The Content-Range header is missing or not readable.'), 400)
  const [from = 0, to = 0, total = 0] = range.slice(1).map(Number)
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  if (total !== session.size || bytes.byteLength !== to - from + 1 || bytes.byteLength > LARGEST_RANGE) {
    return c.json(problem('ErrorInvalidRange', 'The range does not fit the content or the size of the session.'), 400)
  }
  // Only the next range is taken: no gaps, nothing twice.
  if (from !== session.received)
    return c.json(problem('ErrorRangeNotSatisfiable', 'The range is not the one expected next.'), 416)
  session.parts.push(bytes)
  session.received = to + 1
  if (session.received < session.size) return c.json(progress(session), 200)
  world.uploads.delete(token)
  const { message, name, contentType, isInline, contentId, parts, idForm } = session
  const made = { name, contentType, isInline, contentId, bytes: Buffer.concat(parts) }
  const attachment = newAttachment(message.mailbox, made, world.clock.iso())
  attach({ world }, message, attachment)
  const user = message.mailbox.account.id
  const place = `${originOf(world, c.req.url)}/outlook.office.com/api/v2.0/Users('${user}')/Messages('${idForm}')/Attachments('${attachmentId(idForm, attachment.key)}')`
  return c.body(null, 201, { Location: place })
}

/** A fault may lose a session; then its address is not found any more. */
export function uploadGate(world: World): GateOptions {
  const sessionOf = (path: string) => new URL(path, 'http://sandbox').searchParams.get('authtoken') ?? ''
  return {
    errorBody: () => problem('ServiceUnavailable', 'The service is unavailable.'),
    mailboxOf: (_, path) => world.uploads.get(sessionOf(path))?.message.mailbox.account.email ?? null,
    async change(fault, answer) {
      if (fault.action === 'uploadCut') world.uploads.clear()
      return answer
    },
  }
}
