import { type Context, Hono } from 'hono'
import { actingFault } from '../../kit/gate.ts'
import { originOf } from '../../kit/origin.ts'
import type { World } from '../../kit/world.ts'
import { GraphError } from '../graph/errors.ts'
import { problemOf } from '../graph/handle.ts'
import { mailboxOf } from '../outlook.ts'
import { itemNotFound } from './errors.ts'
import { idsOf, refusal, secretIn } from './gate.ts'
import { isDownloadSecret, renderItem } from './render.ts'
import { progressOf, readRange, takeName, takeRange, type UploadSession } from './upload-session.ts'

const SESSION = '/_api/v2.0/drives/:drive/items/:item/uploadSession'

/** The other host: uploads and downloads, to addresses that are permissions by themselves. */
export function fileHostRoutes(world: World): Hono {
  const app = new Hono()
  app.on(['PUT', 'GET', 'DELETE'], SESSION, (c) => inGraphWords(world, c, () => answerSession(world, c)))
  app.get('/download/:email/:item', (c) => inGraphWords(world, c, () => download(world, c)))
  // What a person opens by an item's webUrl.
  app.get('/personal/:email/*', (c) => c.redirect(`/files/onedrive/${encodeURIComponent(c.req.param('email'))}`))
  return app
}

async function inGraphWords(world: World, c: Context, work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    return refusal(world, c, problemOf(error), idsOf(c))
  }
}

async function answerSession(world: World, c: Context): Promise<Response> {
  const { sessions } = world.drives
  const secret = secretIn(c.req.url)
  const session = sessions.get(secret)
  if (c.req.header('authorization') !== undefined)
    throw new GraphError(401, 'unauthenticated', 'The upload address takes no Authorization header.')
  if (!session || session.expiresAt <= world.clock.now()) throw itemNotFound()
  if (c.req.method === 'DELETE') {
    sessions.delete(secret)
    return c.body(null, 204)
  }
  if (c.req.method === 'GET') return c.json(progressOf(session))
  const range = readRange(c.req.header('content-range'))
  if (actingFault(c)?.action === 'nameTaken') takeName(world, session)
  const placed = await takeRange(world, session, range, c.req.raw.body)
  if (!placed) return c.json(progressOf(session), 202)
  sessions.delete(secret)
  return c.json(renderItem(viewOf(world, c, session), placed.item), placed.isNew ? 201 : 200)
}

function viewOf(world: World, c: Context, { drive }: UploadSession) {
  const { account } = mailboxOf(world.outlook, drive.email)
  return { world, account, drive, origin: originOf(world, c.req.url) }
}

function download(world: World, c: Context): Response {
  const item = world.drives.byEmail
    .get((c.req.param('email') ?? '').toLowerCase())
    ?.items.get(c.req.param('item') ?? '')
  if (!item?.content || !isDownloadSecret(world, item, secretIn(c.req.url))) throw itemNotFound()
  const { bytes } = item.content
  if (!bytes) throw new GraphError(404, 'itemNotFound', 'The sandbox keeps the content of files up to 8 MiB only.')
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(bytes.byteLength),
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(item.name.toWellFormed())}`,
  })
}
