import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../../kit/control-error.ts'
import { readControl } from '../../kit/read-control.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { createMailbox } from '../create-mailbox.ts'
import { GraphError } from '../graph/errors.ts'
import { findMailbox } from '../outlook.ts'
import { contentOf } from './file-content.ts'
import { checkPath } from './item-names.ts'
import { type Drive, driveOf, type Item } from './state.ts'
import { filesOf, findPath, ensureFolder, pathOf, placeFile, removeItem, usedBytes } from './item-tree.ts'

const Limits = z.strictObject({
  total: z.number().int().min(0).optional(),
  largestPut: z.number().int().min(0).optional(),
})
const Account = Limits.extend({ email: z.string().min(3) })
const File = z.strictObject({ path: z.string().min(1), text: z.string().optional(), base64: z.string().optional() })

/** `/control/onedrive`: files and quotas of all accounts, and files of other clients. */
export function driveControl(sandbox: MicrosoftSandbox): Hono {
  const app = new Hono()
  app.get('/', (c) => c.json([...sandbox.drives.byEmail.values()].flatMap(showFiles)))

  app.get('/accounts', (c) => c.json([...sandbox.drives.byEmail.values()].map(showDrive)))
  app.post('/accounts', async (c) => {
    const { email, ...limits } = await readControl(c, Account)
    if (!findMailbox(sandbox.outlook, email)) createMailbox(sandbox.outlook, { email })
    return c.json(showDrive(Object.assign(driveOf(sandbox, email), limits)), 201)
  })
  app.patch('/accounts/:email', async (c) =>
    c.json(showDrive(Object.assign(driveIn(sandbox, c), await readControl(c, Limits)))),
  )

  app.put('/accounts/:email/files', async (c) => {
    const drive = driveIn(sandbox, c)
    const { path, text = '', base64 } = await readControl(c, File)
    const content = contentOf(base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64'))
    return c.json(showFile(drive, writeFile(sandbox, drive, path, content)), 201)
  })
  app.delete('/accounts/:email/files', (c) => {
    const drive = driveIn(sandbox, c)
    const item = findPath(drive.root, segmentsOf(c.req.query('path') ?? ''))
    if (!item?.parent) throw new ControlError(404, `no file or folder ${c.req.query('path') ?? ''}`)
    removeItem(drive, item)
    return c.json({})
  })
  return app
}

function driveIn(sandbox: MicrosoftSandbox, c: Context): Drive {
  const email = c.req.param('email') ?? ''
  if (!findMailbox(sandbox.outlook, email)) throw new ControlError(404, `no account ${email}`)
  return driveOf(sandbox, email)
}

/** Replaces an existing file and creates missing folders. */
function writeFile(sandbox: MicrosoftSandbox, drive: Drive, path: string, content: ReturnType<typeof contentOf>): Item {
  const segments = segmentsOf(path)
  try {
    checkPath(segments)
    const folder = ensureFolder(sandbox, drive, drive.root, segments.slice(0, -1))
    return placeFile(sandbox, drive, { folder, name: segments.at(-1) ?? '', content }, 'replace').item
  } catch (error) {
    if (error instanceof GraphError) throw new ControlError(400, error.message)
    throw error
  }
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function showDrive(drive: Drive) {
  const { email, id, total, largestPut } = drive
  return { email, id, total, used: usedBytes(drive), largestPut }
}

function showFiles(drive: Drive) {
  return filesOf(drive).map((item) => showFile(drive, item))
}

function showFile({ email }: Drive, item: Item) {
  return { account: email, path: `/${pathOf(item).join('/')}`, size: item.content?.size, sha256: item.content?.sha256 }
}
