import { Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../../kit/control-error.ts'
import { readControl } from '../../kit/read-control.ts'
import type { World } from '../../kit/world.ts'
import { createFolder, deleteFolder, moveFolder, removeFolder, renameFolder } from '../folders.ts'
import { deleteMessage, removeMessage, updateMessage } from '../messages.ts'
import { type Mailbox, MAILBOX_KINDS, type Message } from '../model.ts'
import { htmlToText } from '../text.ts'
import { folderIn, inControlWords, mailboxIn } from './outlook.ts'
import { showFolders, showMessage } from './show.ts'

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
  /** HTML, of a draft. */
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
const GrantChange = z.strictObject({
  ended: z.enum(['consent', 'sessions', 'mfa', 'blocked']).nullable(),
  /** Whether changes wait with the subscriptions until they are authorized again. */
  hold: z.boolean().default(true),
})

/** Beside the calls of `outlook.ts`: what else a person does in Outlook, and what happens to an account. */
export function byHandControl(world: World): Hono {
  const { outlook } = world
  const app = new Hono()

  app.patch('/:email', async (c) => {
    const mailbox = mailboxIn(world, c)
    const { full, categories, ...account } = await readControl(c, MailboxChange)
    Object.assign(mailbox.account, account)
    mailbox.full = full ?? mailbox.full
    mailbox.categories = categories ?? mailbox.categories
    return c.json(mailbox.account)
  })

  app.patch('/:email/messages/:id', async (c) => {
    const message = messageIn(mailboxIn(world, c), c.req.param('id'))
    const { body, ...change } = await readControl(c, MessageChange)
    const written =
      body === undefined ? {} : { body: { contentType: 'html' as const, content: body }, text: htmlToText(body) }
    updateMessage(outlook, message, {
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      ...written,
    })
    return c.json(showMessage(message))
  })
  app.delete('/:email/messages/:id', (c) => {
    const message = messageIn(mailboxIn(world, c), c.req.param('id'))
    if (c.req.query('forGood') === 'true') removeMessage(outlook, message)
    else deleteMessage(outlook, message)
    return c.json({})
  })

  app.post('/:email/folders', async (c) => {
    const mailbox = mailboxIn(world, c)
    const body = await readControl(
      c,
      z.strictObject({ displayName: z.string(), parent: z.string().optional(), isHidden: z.boolean().optional() }),
    )
    const parent = body.parent === undefined ? mailbox.root : folderIn(mailbox, body.parent)
    const { displayName, isHidden } = body
    const folder = inControlWords(() => createFolder(outlook, mailbox, parent, { displayName, isHidden }))
    return c.json({ id: folder.id, displayName }, 201)
  })
  app.patch('/:email/folders/:folder', async (c) => {
    const mailbox = mailboxIn(world, c)
    const folder = folderIn(mailbox, c.req.param('folder'))
    const { displayName, parent } = await readControl(
      c,
      z.strictObject({ displayName: z.string().optional(), parent: z.string().optional() }),
    )
    inControlWords(() => {
      if (displayName !== undefined) renameFolder(outlook, mailbox, folder, displayName)
      if (parent !== undefined) moveFolder(outlook, mailbox, folder, folderIn(mailbox, parent))
    })
    return c.json(showFolders(mailbox))
  })
  app.delete('/:email/folders/:folder', (c) => {
    const mailbox = mailboxIn(world, c)
    const folder = folderIn(mailbox, c.req.param('folder'))
    inControlWords(() => (c.req.query('forGood') === 'true' ? removeFolder : deleteFolder)(outlook, mailbox, folder))
    return c.json({})
  })

  app.post('/:email/rules', async (c) => {
    const mailbox = mailboxIn(world, c)
    const { folder, ...rule } = await readControl(c, Rule)
    mailbox.rules.push({ ...rule, folderId: folderIn(mailbox, folder).id })
    return c.json({}, 201)
  })

  app.put('/:email/grant', async (c) => {
    const mailbox = mailboxIn(world, c)
    const { ended, hold } = await readControl(c, GrantChange)
    for (const grant of world.entra.grants.values()) if (grant.email === mailbox.account.email) grant.ended = ended
    for (const subscription of world.subscriptions.byMailbox.get(mailbox) ?? []) {
      subscription.heldSince =
        ended !== null && hold ? (subscription.heldSince ?? world.clock.now()) : subscription.heldSince
    }
    return c.json({})
  })
  return app
}

function messageIn(mailbox: Mailbox, id: string): Message {
  const message = mailbox.messages.get(id) ?? mailbox.byRestId.get(id)
  if (!message) throw new ControlError(404, `no message ${id} in ${mailbox.account.email}`)
  return message
}
