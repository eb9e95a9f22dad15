import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { graphTime } from '../../kit/clock.ts'
import type { FaultBehavior } from '../../kit/service-middleware.ts'
import { originOf } from '../../kit/origin.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { newAttachment } from '../deliver-message.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import { attachmentId } from '../ids.ts'
import type { AttachmentUpload } from './attachment-upload.ts'
import { attach } from './attachments.ts'
import { bodyOf } from './request-body.ts'
import { type GraphAnswer, type GraphCall, graphBase, type Route, WRITE } from './graph-call.ts'
import { messageOf } from './find-by-id.ts'
import { refuseWhenFull } from './quota.ts'
import { UploadSessionBody } from './schemas.ts'

const LIFETIME_MS = 3600_000
const MAX_RANGE_BYTES = 4 * 2 ** 20

function create(call: GraphCall): GraphAnswer {
  const { sandbox, mailbox, params, prefer } = call
  const message = messageOf(call, params.message ?? '')
  const { AttachmentItem: wanted } = bodyOf(call, UploadSessionBody, 'microsoft.graph.attachmentItem')
  refuseWhenFull(call)
  const token = randomSecret('', 32)
  const expiresAt = sandbox.clock.now() + LIFETIME_MS
  const about = { name: wanted.name, contentType: wanted.contentType ?? null, isInline: wanted.isInline ?? false }
  const idForm = prefer.immutableIds ? message.immutableId : message.restId
  const start = { parts: [], received: 0, expiresAt, contentId: wanted.contentId ?? null, size: wanted.size }
  sandbox.uploads.set(token, { message, idForm, ...about, ...start })
  const user = `Users('${mailbox.account.id}')`
  const path = `api/v2.0/${user}/Messages('${idForm}')/AttachmentSessions('${token.slice(0, 12)}')`
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

/** The host of uploads. The address itself authorizes the call, without an Authorization header. */
export function uploadRoutes(sandbox: MicrosoftSandbox): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.on(['PUT', 'DELETE', 'GET'], '/api/v2.0/*', async (c) => {
    const token = c.req.query('authtoken') ?? ''
    const session = sandbox.uploads.get(token)
    if (!session || session.expiresAt <= sandbox.clock.now()) {
      return c.json(problem('ErrorItemNotFound', 'The upload session was not found.'), 404)
    }
    if (c.req.method === 'DELETE') {
      sandbox.uploads.delete(token)
      return c.body(null, 204)
    }
    if (c.req.method === 'GET') return c.json(progress(session), 200)
    return receiveRange(sandbox, c, token, session)
  })
  return app
}

function problem(code: string, message: string) {
  return { error: { code, message } }
}

function progress({ received, expiresAt }: AttachmentUpload) {
  return { ExpirationDateTime: graphTime(expiresAt), NextExpectedRanges: [`${received}-`] }
}

async function receiveRange(
  sandbox: MicrosoftSandbox,
  c: Context,
  token: string,
  session: AttachmentUpload,
): Promise<Response> {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(c.req.header('content-range') ?? '')
  if (!range) return c.json(problem('ErrorInvalidRange', 'The Content-Range header is missing or not readable.'), 400)
  const [from = 0, to = 0, total = 0] = range.slice(1).map(Number)
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  if (total !== session.size || bytes.byteLength !== to - from + 1 || bytes.byteLength > MAX_RANGE_BYTES) {
    return c.json(problem('ErrorInvalidRange', 'The range does not fit the content or the size of the session.'), 400)
  }
  // Ranges have to be contiguous.
  if (from !== session.received)
    return c.json(problem('ErrorRangeNotSatisfiable', 'The range is not the one expected next.'), 416)
  session.parts.push(bytes)
  session.received = to + 1
  if (session.received < session.size) return c.json(progress(session), 200)
  sandbox.uploads.delete(token)
  const { message, name, contentType, isInline, contentId, parts, idForm } = session
  const made = { name, contentType, isInline, contentId, bytes: Buffer.concat(parts) }
  const attachment = newAttachment(message.mailbox, made, sandbox.clock.iso())
  attach({ sandbox }, message, attachment)
  const user = message.mailbox.account.id
  const base = `${originOf(sandbox, c.req.url)}/outlook.office.com/api/v2.0`
  const id = attachmentId(idForm, attachment.key)
  const location = `${base}/Users('${user}')/Messages('${idForm}')/Attachments('${id}')`
  return c.body(null, 201, { Location: location })
}

/** The fault `uploadCut` deletes the sessions; their addresses are not found afterwards. */
export function uploadFaults(sandbox: MicrosoftSandbox): FaultBehavior {
  const sessionOf = (path: string) => new URL(path, 'http://sandbox').searchParams.get('authtoken') ?? ''
  return {
    errorBody: () => problem('ServiceUnavailable', 'The service is unavailable.'),
    mailboxOf: (_, path) => sandbox.uploads.get(sessionOf(path))?.message.mailbox.account.email ?? null,
    async change(fault, answer) {
      if (fault.action === 'uploadCut') sandbox.uploads.clear()
      return answer
    },
  }
}
