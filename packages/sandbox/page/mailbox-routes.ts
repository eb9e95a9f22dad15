import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { SandboxState } from '../sandbox-state.ts'
import { findFolder } from '../microsoft/find-folder.ts'
import type { Message } from '../microsoft/model.ts'
import { moveMessage } from '../microsoft/messages.ts'
import {
  composePage,
  emptyMail,
  composeProblems,
  MAX_FILE_BYTES,
  readComposedMail,
  deliverComposedMail,
} from './compose-mail-page.ts'
import { notFoundPage } from './page-layout.ts'
import { mailboxPath, messagePath } from './page-links.ts'
import { mailboxPage } from './mailbox-page.ts'
import { isMoveTarget, messagePage } from './message-page.ts'
import { sendFile } from './send-file.ts'
import { findMailboxOfPath } from './find-mailbox-of-path.ts'

/** Pages of one mailbox: its folders, and the form that delivers a mail. */
export function mailboxPageRoutes(sandbox: SandboxState): Hono {
  const app = new Hono()
  app.get('/mailboxes/:email', (c) => {
    const mailbox = findMailboxOfPath(sandbox, c)
    const folder = mailbox && findFolder(mailbox, c.req.query('folder') ?? 'inbox')
    if (!mailbox || !folder) return c.html(notFoundPage('There is no such mailbox or folder'), 404)
    const page = Math.max(1, Math.trunc(Number(c.req.query('page') ?? 1)) || 1)
    const notice = c.req.query('done') === 'delivered' ? 'Delivered to the inbox.' : undefined
    return c.html(mailboxPage(sandbox, { mailbox, folder, page, notice }))
  })

  app.get('/mailboxes/:email/new', (c) => {
    const mailbox = findMailboxOfPath(sandbox, c)
    return mailbox ? c.html(composePage(mailbox, emptyMail())) : c.html(notFoundPage('There is no such mailbox'), 404)
  })
  app.post('/mailboxes/:email/new', limitBody(MAX_FILE_BYTES + 2 ** 20), async (c) => {
    const mailbox = findMailboxOfPath(sandbox, c)
    if (!mailbox) return c.html(notFoundPage('There is no such mailbox'), 404)
    const mail = readComposedMail(await c.req.parseBody({ all: true }))
    const problems = composeProblems(mail)
    if (Object.keys(problems).length > 0) return c.html(composePage(mailbox, mail, problems), 400)
    await deliverComposedMail(sandbox, mailbox, mail)
    return c.redirect(`${mailboxPath(mailbox.account.email)}?done=delivered`, 303)
  })
  return app
}

/** Pages of one message: its content, attachments, and the form that moves it. */
export function messagePageRoutes(sandbox: SandboxState): Hono {
  const app = new Hono()
  // The `webLink` of a message.
  app.get('/owa/', (c) => {
    const id = c.req.query('ItemID')
    const messages = [...sandbox.outlook.mailboxes.values()].flatMap((mailbox) => [...mailbox.messages.values()])
    const message = messages.find(({ restId }) => restId === id)
    if (!message) return c.html(notFoundPage('There is no such message'), 404)
    return c.redirect(messagePath(message.mailbox.account.email, message.immutableId))
  })
  app.get('/mailboxes/:email/messages/:id', (c) => {
    const message = findMessageOfPath(sandbox, c)
    if (!message) return c.html(notFoundPage('There is no such message'), 404)
    return c.html(
      messagePage(message, c.req.query('done') === 'moved' ? `Moved to ${message.folder.displayName}.` : undefined),
    )
  })
  app.post('/mailboxes/:email/messages/:id/move', async (c) => {
    const message = findMessageOfPath(sandbox, c)
    const { folder: id } = await c.req.parseBody()
    const target = typeof id === 'string' ? message?.mailbox.folders.get(id) : undefined
    if (!message || !target || !isMoveTarget(target))
      return c.html(notFoundPage('There is no such message or folder'), 404)
    moveMessage(sandbox.outlook, message, target)
    return c.redirect(`${messagePath(message.mailbox.account.email, message.immutableId)}?done=moved`, 303)
  })
  app.get('/mailboxes/:email/messages/:id/files/:place{[0-9]+}', (c) => {
    const file = findMessageOfPath(sandbox, c)?.attachments[Number(c.req.param('place'))]
    if (!file) return c.html(notFoundPage('There is no such file'), 404)
    return sendFile(c, file.name, file.bytes)
  })
  return app
}

function findMessageOfPath(sandbox: SandboxState, c: Context): Message | undefined {
  return findMailboxOfPath(sandbox, c)?.messages.get(c.req.param('id') ?? '')
}

function limitBody(maxSize: number) {
  return bodyLimit({ maxSize, onError: (c) => c.html(notFoundPage('That is more than 25 MB'), 413) })
}
