import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../../kit/control-error.ts'
import { TokenChange } from '../../kit/oauth/token-endpoint.ts'
import { readControl } from '../../kit/read-control.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { createMailbox, MailboxExists } from '../create-mailbox.ts'
import { deliver } from '../deliver-message.ts'
import { findFolder } from '../find-folder.ts'
import { FolderError, type FolderSeed } from '../folders.ts'
import { moveMessage } from '../messages.ts'
import { deliverMime } from '../mime.ts'
import { type Folder, type Mailbox, MAILBOX_KINDS } from '../model.ts'
import { findMailbox } from '../outlook.ts'
import { JsonMail, mailFrom } from './json-mail.ts'
import { showFolders, showMessage } from './render-control.ts'

const Folder: z.ZodType<FolderSeed> = z.strictObject({
  displayName: z.string().min(1),
  isHidden: z.boolean().optional(),
  searchQuery: z.string().optional(),
  get children() {
    return z.array(Folder).optional()
  },
})

const MailboxBody = z.strictObject({
  email: z.string().min(3),
  kind: z.enum(MAILBOX_KINDS).default('work'),
  folders: z.array(Folder).default([]),
  displayName: z.string().optional(),
  language: z.string().optional(),
  userPrincipalName: z.string().optional(),
  mail: z.string().nullable().optional(),
  disabled: z.boolean().optional(),
  full: z.boolean().optional(),
  grantableScopes: z.array(z.string()).nullable().optional(),
  emailClaim: z.boolean().optional(),
  domainVerified: z.boolean().nullable().optional(),
})

/** `/control/outlook`: mailboxes, delivery of mail, moves, and tokens. */
export function outlookControl(sandbox: MicrosoftSandbox): Hono {
  const { outlook } = sandbox
  const app = new Hono()

  app.post('/mailboxes', async (c) => {
    const seed = await readControl(c, MailboxBody)
    const mailbox = asControlErrors(() => createMailbox(outlook, seed))
    const { email, kind, id, tenantId } = mailbox.account
    return c.json({ email, kind, id, tenantId }, 201)
  })
  app.get('/mailboxes', (c) => {
    return c.json([...outlook.mailboxes.values()].map(({ account }) => ({ email: account.email, kind: account.kind })))
  })

  app.post('/:email/messages', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const folder = folderIn(mailbox, c.req.query('folder') ?? 'inbox')
    const { email } = mailbox.account
    if (/^application\/json\b/.test(c.req.header('content-type') ?? '')) {
      const mail = mailFrom(await readControl(c, JsonMail))
      return c.json({ id: deliver(outlook, email, { ...mail, folder: folder.id }).immutableId }, 201)
    }
    const raw = new Uint8Array(await c.req.arrayBuffer())
    return c.json({ id: (await deliverMime(outlook, email, raw, { folder: folder.id })).immutableId }, 201)
  })
  app.get('/:email/messages', (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const name = c.req.query('folder')
    const folders = name === undefined ? [...mailbox.folders.values()] : [folderIn(mailbox, name)]
    return c.json(folders.flatMap((folder) => [...folder.messages].map(showMessage)))
  })
  app.post('/:email/messages/:id/move', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const { folder } = await readControl(c, z.strictObject({ folder: z.string() }))
    const id = c.req.param('id')
    const message = mailbox.messages.get(id) ?? mailbox.byRestId.get(id)
    if (!message) throw new ControlError(404, `no message ${id} in ${mailbox.account.email}`)
    moveMessage(outlook, message, folderIn(mailbox, folder))
    return c.json(showMessage(message))
  })

  app.get('/:email/folders', (c) => c.json(showFolders(mailboxIn(sandbox, c))))

  app.put('/:email/token', async (c) => {
    const { account } = mailboxIn(sandbox, c)
    const body = await readControl(c, TokenChange)
    const now = sandbox.clock.now()
    const own = (token: { email: string }) => token.email === account.email
    if (body.expireAccess)
      for (const token of sandbox.entra.accessTokens.values()) if (own(token)) token.expiresAt = now
    if (body.revokeRefresh) for (const grant of sandbox.entra.grants.values()) if (own(grant)) grant.ended = 'sessions'
    return c.json({})
  })
  return app
}

export function mailboxIn(sandbox: MicrosoftSandbox, c: Context): Mailbox {
  const email = c.req.param('email') ?? ''
  const mailbox = findMailbox(sandbox.outlook, email)
  if (!mailbox) throw new ControlError(404, `no mailbox ${email}`)
  return mailbox
}

export function folderIn(mailbox: Mailbox, name: string): Folder {
  const folder = findFolder(mailbox, name)
  if (!folder) throw new ControlError(404, `no folder ${name} in ${mailbox.account.email}`)
  return folder
}

export function asControlErrors<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof MailboxExists || error instanceof FolderError) throw new ControlError(409, error.message)
    throw error
  }
}
