import { Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../../kit/control-error.ts'
import { readControl } from '../../kit/read-control.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { createFolder, deleteFolder, moveFolder, removeFolder, renameFolder } from '../folders.ts'
import { deleteMessage, removeMessage, updateMessage } from '../messages.ts'
import { type Mailbox, MAILBOX_KINDS, type Message } from '../model.ts'
import { htmlToText } from '../simulate-graph-text-body.ts'
import { folderIn, asControlErrors, mailboxIn } from './mailbox-control.ts'
import { showFolders, showMessage } from './render-control.ts'

const Rule = z.strictObject({
  subjectContains: z.string().min(1),
  folder: z.string(),
  afterMs: z.number().min(0).default(1000),
})
const MessageChange = z.strictObject({
  isRead: z.boolean().optional(),
  categories: z.array(z.string()).optional(),
  importance: z.enum(['low', 'normal', 'high']).optional(),
  subject: z.string().nullable().optional(),
  /** HTML. Of a draft only. */
  body: z.string().optional(),
})
const MailboxChange = z.strictObject({
  kind: z.enum(MAILBOX_KINDS).optional(),
  disabled: z.boolean().optional(),
  full: z.boolean().optional(),
  mail: z.string().nullable().optional(),
  displayName: z.string().optional(),
  grantableScopes: z.array(z.string()).nullable().optional(),
  emailClaim: z.boolean().optional(),
  domainVerified: z.boolean().nullable().optional(),
  categories: z.array(z.strictObject({ displayName: z.string(), color: z.string() })).optional(),
})
const NewFolder = z.strictObject({
  displayName: z.string(),
  parent: z.string().optional(),
  isHidden: z.boolean().optional(),
})
const FolderChange = z.strictObject({ displayName: z.string().optional(), parent: z.string().optional() })
const GrantChange = z.strictObject({
  ended: z.enum(['consent', 'sessions', 'mfa', 'blocked']).nullable(),
  /** Whether subscriptions hold their notifications until they are authorized again. */
  hold: z.boolean().default(true),
})

/** `/control/outlook`: what a user does in Outlook, what an administrator changes, and the end of a grant. */
export function userActionsControl(sandbox: MicrosoftSandbox): Hono {
  const app = new Hono()
  addMailboxActions(app, sandbox)
  addMessageActions(app, sandbox)
  addFolderActions(app, sandbox)
  return app
}

function addMailboxActions(app: Hono, sandbox: MicrosoftSandbox): void {
  app.patch('/:email', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const { full, categories, ...account } = await readControl(c, MailboxChange)
    Object.assign(mailbox.account, account)
    mailbox.full = full ?? mailbox.full
    mailbox.categories = categories ?? mailbox.categories
    return c.json(mailbox.account)
  })
  app.post('/:email/rules', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const { folder, ...rule } = await readControl(c, Rule)
    mailbox.rules.push({ ...rule, folderId: folderIn(mailbox, folder).id })
    return c.json({}, 201)
  })
  app.put('/:email/grant', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const { ended, hold } = await readControl(c, GrantChange)
    for (const grant of sandbox.entra.grants.values()) if (grant.email === mailbox.account.email) grant.ended = ended
    for (const subscription of sandbox.subscriptions.byMailbox.get(mailbox) ?? []) {
      if (ended !== null && hold) subscription.heldSince ??= sandbox.clock.now()
    }
    return c.json({})
  })
}

function addMessageActions(app: Hono, sandbox: MicrosoftSandbox): void {
  const { outlook } = sandbox
  app.patch('/:email/messages/:id', async (c) => {
    const message = messageIn(mailboxIn(sandbox, c), c.req.param('id'))
    const { body, ...change } = await readControl(c, MessageChange)
    const content =
      body === undefined ? {} : { body: { contentType: 'html' as const, content: body }, text: htmlToText(body) }
    updateMessage(outlook, message, {
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      ...content,
    })
    return c.json(showMessage(message))
  })
  app.delete('/:email/messages/:id', (c) => {
    const message = messageIn(mailboxIn(sandbox, c), c.req.param('id'))
    if (c.req.query('forGood') === 'true') removeMessage(outlook, message)
    else deleteMessage(outlook, message)
    return c.json({})
  })
}

function addFolderActions(app: Hono, sandbox: MicrosoftSandbox): void {
  const { outlook } = sandbox
  app.post('/:email/folders', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const { displayName, isHidden, parent: parentName } = await readControl(c, NewFolder)
    const parent = parentName === undefined ? mailbox.root : folderIn(mailbox, parentName)
    const folder = asControlErrors(() => createFolder(outlook, mailbox, parent, { displayName, isHidden }))
    return c.json({ id: folder.id, displayName }, 201)
  })
  app.patch('/:email/folders/:folder', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const folder = folderIn(mailbox, c.req.param('folder'))
    const { displayName, parent } = await readControl(c, FolderChange)
    asControlErrors(() => {
      if (displayName !== undefined) renameFolder(outlook, mailbox, folder, displayName)
      if (parent !== undefined) moveFolder(outlook, mailbox, folder, folderIn(mailbox, parent))
    })
    return c.json(showFolders(mailbox))
  })
  app.delete('/:email/folders/:folder', (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const folder = folderIn(mailbox, c.req.param('folder'))
    asControlErrors(() => (c.req.query('forGood') === 'true' ? removeFolder : deleteFolder)(outlook, mailbox, folder))
    return c.json({})
  })
}

function messageIn(mailbox: Mailbox, id: string): Message {
  const message = mailbox.messages.get(id) ?? mailbox.byRestId.get(id)
  if (!message) throw new ControlError(404, `no message ${id} in ${mailbox.account.email}`)
  return message
}
