import { type Context, Hono } from 'hono'
import { currentFault } from '../../kit/service-middleware.ts'
import { originOf } from '../../kit/origin.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { GraphError } from '../graph/errors.ts'
import { problemOf } from '../graph/handle-call.ts'
import { mailboxOf } from '../outlook.ts'
import { itemNotFound } from './errors.ts'
import { idsOf, refusal, secretIn } from './onedrive-faults.ts'
import { isDownloadSecret, renderItem } from './render-item.ts'
import type { UploadSession } from './state.ts'
import { progressOf, readRange, occupyName, receiveRange } from './upload-session.ts'

const SESSION = '/_api/v2.0/drives/:drive/items/:item/uploadSession'

/** The host of uploads and downloads. The addresses themselves authorize the calls. */
export function fileHostRoutes(sandbox: MicrosoftSandbox): Hono {
  const app = new Hono()
  app.on(['PUT', 'GET', 'DELETE'], SESSION, (c) => withGraphErrors(sandbox, c, () => answerSession(sandbox, c)))
  app.get('/download/:email/:item', (c) => withGraphErrors(sandbox, c, () => download(sandbox, c)))
  // The target of an item's `webUrl`.
  app.get('/personal/:email/*', (c) => c.redirect(`/files/onedrive/${encodeURIComponent(c.req.param('email'))}`))
  return app
}

async function withGraphErrors(
  sandbox: MicrosoftSandbox,
  c: Context,
  work: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    return refusal(sandbox, c, problemOf(error), idsOf(c))
  }
}

async function answerSession(sandbox: MicrosoftSandbox, c: Context): Promise<Response> {
  const { sessions } = sandbox.drives
  const secret = secretIn(c.req.url)
  const session = sessions.get(secret)
  if (c.req.header('authorization') !== undefined)
    throw new GraphError(401, 'unauthenticated', 'The upload address takes no Authorization header.')
  if (!session || session.expiresAt <= sandbox.clock.now()) throw itemNotFound()
  if (c.req.method === 'DELETE') {
    sessions.delete(secret)
    return c.body(null, 204)
  }
  if (c.req.method === 'GET') return c.json(progressOf(session))
  const range = readRange(c.req.header('content-range'))
  if (currentFault(c)?.action === 'nameTaken') occupyName(sandbox, session)
  const placed = await receiveRange(sandbox, session, range, c.req.raw.body)
  if (!placed) return c.json(progressOf(session), 202)
  sessions.delete(secret)
  return c.json(renderItem(viewOf(sandbox, c, session), placed.item), placed.isNew ? 201 : 200)
}

function viewOf(sandbox: MicrosoftSandbox, c: Context, { drive }: UploadSession) {
  const { account } = mailboxOf(sandbox.outlook, drive.email)
  return { sandbox, account, drive, origin: originOf(sandbox, c.req.url) }
}

function download(sandbox: MicrosoftSandbox, c: Context): Response {
  const item = sandbox.drives.byEmail
    .get((c.req.param('email') ?? '').toLowerCase())
    ?.items.get(c.req.param('item') ?? '')
  if (!item?.content || !isDownloadSecret(sandbox, item, secretIn(c.req.url))) throw itemNotFound()
  const { bytes } = item.content
  if (!bytes) throw new GraphError(404, 'itemNotFound', 'The sandbox keeps the content of files up to 8 MiB only.')
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(bytes.byteLength),
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(item.name.toWellFormed())}`,
  })
}
