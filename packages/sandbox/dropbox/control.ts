import { Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../kit/control-error.ts'
import { TokenChange } from '../kit/oauth/token-endpoint.ts'
import { readControl } from '../kit/read-control.ts'
import { readStrictly } from '../kit/read-strictly.ts'
import type { DropboxSandbox } from './state.ts'
import { type Account, AccountExists, changeAccount, createAccount, findAccount } from './accounts.ts'
import { commitFile, createFolder } from './commit-file.ts'
import { contentOf } from './file-content.ts'
import { metadataOf } from './metadata.ts'
import { findEntry, PathError } from './paths.ts'
import { Settings } from './settings.ts'
import { filesIn, keyOf, pathOf } from './file-tree.ts'

const AccountBody = z.strictObject({
  email: z.string().min(3),
  name: z.string().min(1).optional(),
  emailVerified: z.boolean().optional(),
  suspended: z.boolean().optional(),
  quota: z.number().int().min(0).optional(),
})
const FileBody = z.strictObject({
  path: z.string(),
  text: z.string().optional(),
  contentBytes: z.base64().optional(),
  folder: z.literal(true).optional(),
  paper: z.boolean().optional(),
})

/** `/control/dropbox`: accounts, their files and tokens, and the settings of the service. */
export function dropboxControl(sandbox: DropboxSandbox): Hono {
  const { dropbox } = sandbox
  const app = new Hono()
  app.get('/', (c) => c.json([...dropbox.accounts.values()].flatMap(showFiles)))

  app.get('/settings', (c) => c.json(dropbox.settings))
  app.put('/settings', async (c) => {
    const change = await readControl(c, z.record(z.string(), z.unknown()))
    const read = readStrictly(Settings, { ...dropbox.settings, ...change }, 'settings')
    if (!read.ok) throw new ControlError(400, read.problem)
    dropbox.settings = read.value
    return c.json(dropbox.settings)
  })

  app.get('/accounts', (c) => c.json([...dropbox.accounts.values()].map(showAccount)))
  app.post('/accounts', async (c) => {
    const seed = await readControl(c, AccountBody)
    return c.json(showAccount(asControlErrors(() => createAccount(dropbox.accounts, seed))), 201)
  })
  app.patch('/accounts/:email', async (c) => {
    const account = accountIn(sandbox, c.req.param('email'))
    changeAccount(account, await readControl(c, AccountBody.omit({ email: true })))
    return c.json(showAccount(account))
  })

  app.post('/accounts/:email/files', async (c) => {
    const account = accountIn(sandbox, c.req.param('email'))
    const body = await readControl(c, FileBody)
    return c.json(metadataOf(asControlErrors(() => writeEntry(sandbox, account, body))), 201)
  })
  app.delete('/accounts/:email/files', (c) => {
    const account = accountIn(sandbox, c.req.param('email'))
    const entry = asControlErrors(() => findEntry(account, c.req.query('path') ?? ''))
    entry.parent?.children.delete(keyOf(entry.name))
    return c.json({})
  })

  app.put('/accounts/:email/token', async (c) => {
    const { email } = accountIn(sandbox, c.req.param('email'))
    const { expireAccess, revokeRefresh } = await readControl(c, TokenChange)
    for (const token of dropbox.accessTokens.values()) {
      if (expireAccess && token.grant.email === email) token.expiresAt = sandbox.clock.now()
    }
    for (const [token, grant] of dropbox.refreshTokens) {
      if (revokeRefresh && grant.email === email) dropbox.refreshTokens.delete(token)
    }
    return c.json({})
  })
  app.delete('/accounts/:email/grant', (c) => {
    const { email } = accountIn(sandbox, c.req.param('email'))
    for (const { grant } of dropbox.accessTokens.values()) if (grant.email === email) grant.ended = true
    for (const grant of dropbox.refreshTokens.values()) if (grant.email === email) grant.ended = true
    return c.json({})
  })
  return app
}

function showAccount({ accountId, uid, email, name, emailVerified, suspended, quota }: Account) {
  return { accountId, uid, email, name, emailVerified, suspended, quota }
}

function showFiles({ email, root }: Account) {
  return [...filesIn(root)].map((file) => {
    const { size, sha256 } = file.content
    return { account: email, path: pathOf(file), size, sha256 }
  })
}

function writeEntry(
  sandbox: DropboxSandbox,
  account: Account,
  { path, text, contentBytes, folder, paper }: z.infer<typeof FileBody>,
) {
  if (folder) return createFolder(sandbox, account, path, false)
  const bytes = contentBytes === undefined ? Buffer.from(text ?? '') : Buffer.from(contentBytes, 'base64')
  const info = { path, mode: { tag: 'overwrite' as const }, autorename: false, strict_conflict: false }
  return commitFile(sandbox, account, info, contentOf(bytes), paper ?? false)
}

function accountIn({ dropbox }: DropboxSandbox, email: string): Account {
  const account = findAccount(dropbox.accounts, email)
  if (!account) throw new ControlError(404, `no Dropbox account ${email}`)
  return account
}

function asControlErrors<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof AccountExists) throw new ControlError(409, error.message)
    if (error instanceof PathError) throw new ControlError(409, `the path is refused: ${JSON.stringify(error.reason)}`)
    throw error
  }
}
