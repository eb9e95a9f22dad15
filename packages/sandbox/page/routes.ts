import { readFileSync } from 'node:fs'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { findAccount } from '../dropbox/accounts.ts'
import { byId } from '../dropbox/paths.ts'
import { driveOf } from '../google/drive/call.ts'
import { findPerson } from '../google/people.ts'
import { sameSite } from '../kit/same-site.ts'
import type { World } from '../kit/world.ts'
import { filesOf } from '../microsoft/drive/tree.ts'
import { driveOf as oneDriveOf } from '../microsoft/drive/state.ts'
import { findFolder } from '../microsoft/find-folder.ts'
import type { Mailbox, Message } from '../microsoft/model.ts'
import { moveMessage } from '../microsoft/messages.ts'
import { findMailbox } from '../microsoft/outlook.ts'
import { findUser } from '../teamleader/state.ts'
import { callsPage } from './calls.ts'
import { composePage, emptyLetter, letterProblems, MOST_FILE_BYTES, readLetter, sendLetter } from './compose.ts'
import { dropboxFilesPage } from './dropbox-files.ts'
import { pageHeaders } from './guard.ts'
import { googleFilesPage } from './google-files.ts'
import { homePage } from './home.ts'
import { notFoundPage } from './layout.ts'
import { mailboxPath, messagePath, outboxHtmlPath } from './links.ts'
import { mailboxPage } from './mailbox.ts'
import { isTarget, messagePage } from './message.ts'
import { oneDriveFilesPage } from './onedrive-files.ts'
import { outboxMailPage, outboxPage } from './outbox.ts'
import { framedMail, mailHeaders } from './outbox-html.ts'
import { stripePageRoutes } from './stripe-routes.ts'
import { teamleaderPage } from './teamleader.ts'

const style = ['frame', 'mailboxes', 'folders', 'message', 'forms', 'calls']
  .map((part) => readFileSync(new URL(`style/${part}.css`, import.meta.url), 'utf8'))
  .join('\n')
const icon = readFileSync(new URL('icon.svg', import.meta.url), 'utf8')

/** The front page: a person looks into the sandbox and writes mail by hand. Links and forms, no scripts. */
export function pageRoutes(world: World): Hono {
  const app = new Hono()
  for (const path of ['/', '/outbox/*', '/calls', '/mailboxes/*', '/files/*', '/teamleader/*', '/stripe/*', '/page/*'])
    app.use(path, sameSite, pageHeaders)

  app.use('/outbox-html/*', sameSite, mailHeaders)

  app.get('/', (c) => c.html(homePage(world)))
  app.get('/page/style.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  // Browsers ask for the second by themselves on the services' pages, which name none.
  for (const path of ['/page/icon.svg', '/favicon.ico'])
    app.get(path, (c) => c.body(icon, 200, { 'Content-Type': 'image/svg+xml' }))
  app.get('/calls', (c) => c.html(callsPage(world, c.req.query('service'))))

  app.get('/outbox', (c) => c.html(outboxPage(world.outbox.mails, world.clock.now())))
  app.get('/outbox/:place{[0-9]+}', (c) => {
    const mail = world.outbox.mails[Number(c.req.param('place'))]
    return mail
      ? c.html(outboxMailPage(mail, outboxHtmlPath(Number(c.req.param('place')))))
      : c.html(notFoundPage('There is no such e-mail'), 404)
  })
  app.get('/outbox-html/:place{[0-9]+}', (c) => {
    const mail = world.outbox.mails[Number(c.req.param('place'))]
    return mail?.html ? c.html(framedMail(mail)) : c.html(notFoundPage('There is no such e-mail'), 404)
  })

  app.get('/mailboxes/:email', (c) => {
    const mailbox = mailboxIn(world, c)
    const folder = mailbox && findFolder(mailbox, c.req.query('folder') ?? 'inbox')
    if (!mailbox || !folder) return c.html(notFoundPage('There is no such mailbox or folder'), 404)
    const page = Math.max(1, Math.trunc(Number(c.req.query('page') ?? 1)) || 1)
    const notice = c.req.query('done') === 'delivered' ? 'Delivered to the inbox.' : undefined
    return c.html(mailboxPage(world, { mailbox, folder, page, notice }))
  })

  app.get('/mailboxes/:email/new', (c) => {
    const mailbox = mailboxIn(world, c)
    return mailbox ? c.html(composePage(mailbox, emptyLetter())) : c.html(notFoundPage('There is no such mailbox'), 404)
  })
  app.post('/mailboxes/:email/new', tooLarge(MOST_FILE_BYTES + 2 ** 20), async (c) => {
    const mailbox = mailboxIn(world, c)
    if (!mailbox) return c.html(notFoundPage('There is no such mailbox'), 404)
    const letter = readLetter(await c.req.parseBody({ all: true }))
    const problems = letterProblems(letter)
    if (Object.keys(problems).length > 0) return c.html(composePage(mailbox, letter, problems), 400)
    await sendLetter(world, mailbox, letter)
    return c.redirect(`${mailboxPath(mailbox.account.email)}?done=delivered`, 303)
  })

  app.get('/mailboxes/:email/messages/:id', (c) => {
    const message = messageIn(world, c)
    if (!message) return c.html(notFoundPage('There is no such message'), 404)
    return c.html(
      messagePage(message, c.req.query('done') === 'moved' ? `Moved to ${message.folder.displayName}.` : undefined),
    )
  })
  app.post('/mailboxes/:email/messages/:id/move', async (c) => {
    const message = messageIn(world, c)
    const { folder: id } = await c.req.parseBody()
    const target = typeof id === 'string' ? message?.mailbox.folders.get(id) : undefined
    if (!message || !target || !isTarget(target)) return c.html(notFoundPage('There is no such message or folder'), 404)
    moveMessage(world.outlook, message, target)
    return c.redirect(`${messagePath(message.mailbox.account.email, message.immutableId)}?done=moved`, 303)
  })
  app.get('/mailboxes/:email/messages/:id/files/:place{[0-9]+}', (c) => {
    const file = messageIn(world, c)?.attachments[Number(c.req.param('place'))]
    if (!file) return c.html(notFoundPage('There is no such file'), 404)
    return sendFile(c, file.name, file.bytes)
  })

  app.get('/files/dropbox/:email', (c) => {
    const account = findAccount(world.dropbox.accounts, c.req.param('email'))
    return account ? c.html(dropboxFilesPage(account)) : c.html(notFoundPage('There is no such Dropbox account'), 404)
  })
  app.get('/files/dropbox/:email/:id', (c) => {
    const account = findAccount(world.dropbox.accounts, c.req.param('email'))
    const file = account && byId(account, c.req.param('id'))
    if (file?.kind !== 'file' || !file.content.bytes) return c.html(notFoundPage('There is no such file'), 404)
    return sendFile(c, file.name, file.content.bytes)
  })
  app.get('/files/google/:email', (c) => {
    const person = findPerson(world.google.people, c.req.param('email'))
    return person
      ? c.html(googleFilesPage(world, person))
      : c.html(notFoundPage('There is no such Google account'), 404)
  })
  app.get('/files/google/:email/:id', (c) => {
    const person = findPerson(world.google.people, c.req.param('email'))
    const file = person && driveOf(world, person).files.get(c.req.param('id'))
    if (!file?.content?.bytes) return c.html(notFoundPage('There is no such file'), 404)
    return sendFile(c, file.name, file.content.bytes)
  })

  app.get('/files/onedrive/:email', (c) => {
    const mailbox = mailboxIn(world, c)
    return mailbox
      ? c.html(oneDriveFilesPage(world, mailbox))
      : c.html(notFoundPage('There is no such Outlook account'), 404)
  })
  app.get('/files/onedrive/:email/:id', (c) => {
    const mailbox = mailboxIn(world, c)
    const files = mailbox ? filesOf(oneDriveOf(world, mailbox.account.email)) : []
    const file = files.find(({ id }) => id === c.req.param('id'))
    if (!file?.content.bytes) return c.html(notFoundPage('There is no such file'), 404)
    return sendFile(c, file.name, file.content.bytes)
  })

  app.get('/teamleader/:email', (c) => {
    const user = findUser(world.teamleader, c.req.param('email'))
    return user ? c.html(teamleaderPage(user)) : c.html(notFoundPage('There is no such Teamleader account'), 404)
  })
  app.route('/', stripePageRoutes(world))
  return app
}

function mailboxIn(world: World, c: Context): Mailbox | undefined {
  return findMailbox(world.outlook, c.req.param('email') ?? '')
}

function messageIn(world: World, c: Context): Message | undefined {
  return mailboxIn(world, c)?.messages.get(c.req.param('id') ?? '')
}

/** Never with its own type: a page or picture written by a stranger must not open under this address. */
function sendFile(c: Context, name: string, bytes: Uint8Array): Response {
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(safeName(name))}`,
  })
}

function tooLarge(maxSize: number) {
  return bodyLimit({ maxSize, onError: (c) => c.html(notFoundPage('That is more than 25 MB'), 413) })
}

function safeName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/[/\\\p{Cc}\p{Bidi_Control}]/gu, '_')
    .slice(0, 200)
}
