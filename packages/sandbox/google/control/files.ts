import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../../kit/control-error.ts'
import { readControl } from '../../kit/read-control.ts'
import type { GoogleSandbox } from '../state.ts'
import { createWithoutApi } from '../drive/create-without-api.ts'
import { driveOf } from '../drive/drive-call.ts'
import { type Drive, type DriveFile, FOLDER_TYPE, isTrashed, liesIn, pathOf, removeFile } from '../drive/drive-model.ts'
import { requireGoogleAccount } from './require-google-account.ts'

const NewFile = z.strictObject({
  path: z.string().regex(/[^/]/),
  text: z.string().optional(),
  contentBytes: z.base64().optional(),
  mimeType: z.string().min(1).optional(),
  folder: z.boolean().default(false),
  madeBy: z.string().min(1).nullable().default(null),
})
const Change = z.strictObject({
  name: z.string().optional(),
  trashed: z.boolean().optional(),
  parent: z.string().optional(),
})
const Quota = z.strictObject({ limit: z.int().min(0).optional(), usedElsewhere: z.int().min(0).optional() })

/** `/control/google`: files and quotas of all accounts, and what users do in their Drives. */
export function googleFilesControl(sandbox: GoogleSandbox): Hono {
  const app = new Hono()
  const driveIn = (c: Context) => driveOf(sandbox, requireGoogleAccount(sandbox, c.req.param('email') ?? ''))

  app.get('/', (c) => c.json(allFiles(sandbox)))
  app.get('/accounts/:email/files', (c) => c.json([...driveIn(c).files.values()].map(show)))
  app.post('/accounts/:email/files', async (c) => {
    const drive = driveIn(c)
    const { path, text = '', contentBytes, mimeType, folder, madeBy } = await readControl(c, NewFile)
    const bytes = contentBytes === undefined ? Buffer.from(text) : Buffer.from(contentBytes, 'base64')
    const type = folder ? FOLDER_TYPE : (mimeType ?? 'application/octet-stream')
    const isNative = type.startsWith('application/vnd.google-apps.')
    const about = { path, mimeType: type, bytes: isNative ? null : bytes, madeBy }
    return c.json(show(createWithoutApi(drive, sandbox.clock.now(), about)), 201)
  })
  app.patch('/accounts/:email/files/:id', async (c) => {
    const drive = driveIn(c)
    const file = fileIn(drive, c.req.param('id'))
    const { name = file.name, trashed = file.trashed, parent } = await readControl(c, Change)
    const folder = parent === undefined ? file.parent : fileIn(drive, parent)
    if (folder && liesIn(folder, file)) throw new ControlError(409, 'a folder cannot lie in itself')
    Object.assign(file, { name, trashed, parent: folder, modifiedAt: sandbox.clock.now() })
    return c.json(show(file))
  })
  app.delete('/accounts/:email/files/:id', (c) => {
    const drive = driveIn(c)
    const file = fileIn(drive, c.req.param('id'))
    if (file === drive.root) throw new ControlError(409, 'the root folder stays')
    removeFile(drive, file)
    return c.json({})
  })
  app.put('/accounts/:email/quota', async (c) => {
    const drive = driveIn(c)
    const { limit = drive.limit, usedElsewhere = drive.usedElsewhere } = await readControl(c, Quota)
    Object.assign(drive, { limit, usedElsewhere })
    return c.json({ limit, usedElsewhere })
  })
  app.delete('/uploads', (c) => {
    const ended = sandbox.google.driveUploads.size
    sandbox.google.driveUploads.clear()
    return c.json({ ended })
  })
  return app
}

function fileIn(drive: Drive, id: string): DriveFile {
  const file = id === 'root' ? drive.root : drive.files.get(id)
  if (!file) throw new ControlError(404, `no file ${id}`)
  return file
}

/** All files that are not in the trash, without folders. */
function allFiles({ google }: GoogleSandbox) {
  return [...google.drives].flatMap(([sub, { files }]) =>
    [...files.values()].flatMap((file) => {
      if (file.content === null || isTrashed(file)) return []
      const { size, sha256 } = file.content
      return [{ account: google.accounts.get(sub)?.email ?? sub, path: pathOf(file), size, sha256 }]
    }),
  )
}

function show(file: DriveFile) {
  const { id, name, mimeType, parent, madeBy, appProperties, content } = file
  return {
    id,
    name,
    path: pathOf(file),
    mimeType,
    parent: parent?.id ?? null,
    madeBy,
    appProperties,
    trashed: isTrashed(file),
    size: content?.size ?? null,
    md5: content?.md5 ?? null,
    sha256: content?.sha256 ?? null,
  }
}
