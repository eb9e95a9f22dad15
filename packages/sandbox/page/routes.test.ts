import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGoogleAccount } from '../google/google-accounts.ts'
import { createSandboxState } from '../sandbox-state.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { createMailbox } from '../microsoft/create-mailbox.ts'
import { deliver, type NewMessage } from '../microsoft/deliver-message.ts'
import { findFolder } from '../microsoft/find-folder.ts'
import { mailboxOf } from '../microsoft/outlook.ts'
import { filePath, folderPath, mailboxPath, messagePath } from './page-links.ts'
import { pageRoutes } from './routes.ts'

const kim = 'kim@elsewhere.example'
const hostile = `</title></textarea></pre><script>alert(1)</script><img src=x onerror="alert(2)">"'&`
/** Markup that must not appear in a page that shows the hostile text. */
const markup = /<script|<img|onerror="|<\/title><\/textarea>|alert\(2\)">/

function start() {
  const sandbox = createSandboxState({ demo: false })
  createMailbox(sandbox.outlook, {
    email: kim,
    displayName: 'Kim',
    folders: [{ displayName: 'Club', children: [{ displayName: 'Boats' }] }],
  })
  const app = pageRoutes(sandbox)
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { Host: 'localhost:3001', ...headers } })
  const post = (path: string, body: FormData | URLSearchParams, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      body,
      headers: { Host: 'localhost:3001', Origin: 'http://localhost:3001', ...headers },
    })
  return { sandbox, get, post }
}

function mailTo(sandbox: SandboxState, fields: NewMessage = {}) {
  const from = { emailAddress: { name: 'Lee', address: 'lee@elsewhere.example' } }
  return deliver(sandbox.outlook, kim, {
    subject: 'Hello',
    from,
    body: { contentType: 'text', content: 'Hello Kim' },
    ...fields,
  })
}

function form(fields: Record<string, string>, file?: File): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  if (file) data.set('files', file)
  return data
}

test('the front page lists mailboxes, Google accounts, emails sent and calls, and allows no script', async () => {
  const { sandbox, get } = start()
  mailTo(sandbox)
  createGoogleAccount(sandbox.google.accounts, { email: 'lee@gmail.example', name: hostile, emailVerified: false })
  const answer = await get('/')
  const page = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'/,
  )
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(page).toContain(kim)
  expect(page).toContain('1 message')
  expect(page).toContain('No email was sent yet.')
  expect(page).toContain('lee@gmail.example')
  expect(page).toContain('Address not verified')
  expect(page).not.toMatch(markup)
  expect(page).not.toMatch(/<script|style="|\son\w+="/)
})

test('each part of the style sheet is closed', async () => {
  const { get } = start()
  const answer = await get('/page/style.css')
  const style = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(style.match(/\{/g)?.length).toBe(style.match(/\}/g)?.length)
  for (const selector of ['.bar', '.accounts', '.panes', '.message', '.compose', '.calls'])
    expect(style).toContain(`\n${selector}`)
})

test('escapes hostile text of a mail on every page', async () => {
  const { sandbox, get } = start()
  const person = { emailAddress: { name: hostile, address: `x${hostile}@elsewhere.example` } }
  const message = mailTo(sandbox, {
    subject: hostile,
    from: person,
    toRecipients: [person],
    body: { contentType: 'html', content: `<p>${hostile}</p>` },
    categories: [hostile],
    internetMessageHeaders: [{ name: hostile, value: hostile }],
    attachments: [{ name: hostile, contentType: hostile, bytes: new Uint8Array(3) }],
  })
  sandbox.outbox.mails.push({
    to: hostile,
    from: hostile,
    subject: hostile,
    text: `http://x/${hostile}`,
    html: hostile,
    via: 'smtp',
    at: sandbox.clock.iso(),
  })
  sandbox.journal.add({
    service: hostile,
    at: sandbox.clock.iso(),
    method: 'POST',
    url: `http://127.0.0.1/${hostile}`,
    headers: { [hostile]: hostile },
    body: hostile,
    status: 200,
    response: hostile,
    mailbox: null,
    requestId: null,
    concurrency: 1,
    faults: [],
  })
  for (const path of ['/', mailboxPath(kim), messagePath(kim, message.immutableId), '/outbox', '/outbox/0', '/calls']) {
    const page = await (await get(path)).text()
    expect(page, path).not.toMatch(markup)
    expect(page, path).toContain('alert(')
  }
})

test('a folder lists its mail newest first, in pages', async () => {
  const { sandbox, get } = start()
  for (let number = 1; number <= 60; number++) mailTo(sandbox, { folder: 'Boats', subject: `Mail ${number}.` })
  const boats = findFolder(mailboxOf(sandbox.outlook, kim), 'Boats')
  if (!boats) throw new Error('no folder')
  const first = await (await get(folderPath(kim, boats.id))).text()
  const second = await (await get(folderPath(kim, boats.id, 2))).text()
  expect(first).toContain('Mail 60.')
  expect(first).not.toContain('Mail 10.')
  expect(second).toContain('Mail 10.')
  expect(second).toContain('Page 2 of 2')
})

test.each(['0', '-3', 'x', '999'])('a page number %s shows some page', async (page) => {
  const { sandbox, get } = start()
  mailTo(sandbox)
  const answer = await get(`${mailboxPath(kim)}?page=${page}`)
  expect(await answer.text()).toContain('Hello')
})

test('a composed mail arrives with its file, and sends a change notification', async () => {
  const { sandbox, get, post } = start()
  const heard: string[] = []
  sandbox.outlook.listeners.add((event) => heard.push(event.type))
  const file = new File(['a,b\n1,2\n'], 'table.csv', { type: 'text/csv' })
  const sent = await post(
    `${mailboxPath(kim)}/new`,
    form({ name: 'Lee', address: 'lee@elsewhere.example', subject: 'Räder', text: 'one\r\ntwo' }, file),
  )
  expect(sent.status).toBe(303)
  expect(await (await get(sent.headers.get('location') ?? '')).text()).toContain('Delivered to the inbox.')
  const [message] = [...mailboxOf(sandbox.outlook, kim).messages.values()]
  expect(message).toMatchObject({
    subject: 'Räder',
    from: { emailAddress: { name: 'Lee', address: 'lee@elsewhere.example' } },
    toRecipients: [{ emailAddress: { address: kim } }],
    body: { contentType: 'text', content: 'one\ntwo' },
    isRead: false,
    attachments: [{ name: 'table.csv', contentType: 'text/csv' }],
  })
  expect(heard).toEqual(['created'])
})

test('delivers a mail without subject, text or file', async () => {
  const { sandbox, post } = start()
  const nothing = new File([], '')
  await post(
    `${mailboxPath(kim)}/new`,
    form({ name: '', address: 'lee@elsewhere.example', subject: ' ', text: '' }, nothing),
  )
  const [message] = [...mailboxOf(sandbox.outlook, kim).messages.values()]
  expect(message).toMatchObject({ subject: null, attachments: [] })
})

test.each(['', 'lee', 'lee@', 'a b@elsewhere.example'])(
  'the sender address %j is refused and what was written is kept',
  async (address) => {
    const { sandbox, post } = start()
    const answer = await post(
      `${mailboxPath(kim)}/new`,
      form({ name: 'Lee', address, subject: 'Kept', text: `Kept, too ${hostile}` }),
    )
    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).toContain('aria-invalid="true"')
    expect(page).toContain('value="Kept"')
    expect(page).toContain('Kept, too')
    expect(page).not.toMatch(markup)
    expect(mailboxOf(sandbox.outlook, kim).messages.size).toBe(0)
  },
)

test('sends a file as an untyped download with its name', async () => {
  const { sandbox, get } = start()
  const bytes = new TextEncoder().encode('<script>alert(1)</script>')
  const message = mailTo(sandbox, { attachments: [{ name: '../bücher\u202e.html', contentType: 'text/html', bytes }] })
  const answer = await get(filePath(kim, message.immutableId, 0))
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''.._b%C3%BCcher_.html")
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
  expect((await get(filePath(kim, message.immutableId, 1))).status).toBe(404)
})

test('moves a message to an ordinary folder only', async () => {
  const { sandbox, get, post } = start()
  const message = mailTo(sandbox)
  const mailbox = mailboxOf(sandbox.outlook, kim)
  const boats = findFolder(mailbox, 'Boats')
  const move = (folder: string) =>
    post(`${messagePath(kim, message.immutableId)}/move`, new URLSearchParams({ folder }))
  expect((await move(mailbox.root.id)).status).toBe(404)
  expect((await move('nowhere')).status).toBe(404)
  const moved = await move(boats?.id ?? '')
  expect(moved.status).toBe(303)
  expect(message.folder).toBe(boats)
  expect(await (await get(moved.headers.get('location') ?? '')).text()).toContain('Moved to Boats.')
})

test('refuses cross-site forms and foreign host names', async () => {
  const { sandbox, get, post } = start()
  const letter = form({ address: 'lee@elsewhere.example', subject: 'x', text: '' })
  for (const headers of [
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://localhost:3000' },
    { Host: 'evil.example:3001' },
  ]) {
    expect((await post(`${mailboxPath(kim)}/new`, letter, headers)).status).toBe(403)
  }
  expect((await get('/', { Host: 'evil.example' })).status).toBe(403)
  expect((await get('/', { Host: '127.0.0.1:3001' })).status).toBe(200)
  expect(mailboxOf(sandbox.outlook, kim).messages.size).toBe(0)
})

test.each([
  '/mailboxes/nobody%40elsewhere.example',
  `${mailboxPath(kim)}?folder=nowhere`,
  `${mailboxPath(kim)}/messages/none`,
  '/outbox/0',
])('%s is a page that says so', async (path) => {
  const { get } = start()
  const answer = await get(path)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('Back to the mailboxes')
})

test('truncates long HTML and recipient lists', async () => {
  const { sandbox, get } = start()
  const toRecipients = Array.from({ length: 500 }, (_, index) => ({
    emailAddress: { address: `guest${index}@elsewhere.example` },
  }))
  const message = mailTo(sandbox, {
    toRecipients,
    body: { contentType: 'html', content: '<p>door</p>'.repeat(100_000) },
  })
  const page = await (await get(messagePath(kim, message.immutableId))).text()
  expect(page.length).toBeLessThan(900_000)
  expect(page).toContain('and 480 more')
  expect(page).toContain('more characters are not shown')
})

test('links only complete http addresses of a sent email', async () => {
  const { sandbox, get } = start()
  const text = 'Open http://localhost:3000/verify?a=1&b=2. Not javascript://x%0aalert(1) nor http://"x'
  sandbox.outbox.mails.push({
    to: kim,
    from: 'no-reply@mailroom.example',
    subject: 'Confirm',
    text,
    html: '',
    via: 'smtp',
    at: sandbox.clock.iso(),
  })
  const page = await (await get('/outbox/0')).text()
  expect(page).toContain('<a href="http://localhost:3000/verify?a=1&amp;b=2" rel="noreferrer noopener nofollow">')
  expect(page.match(/<pre[\s\S]*<\/pre>/)?.[0].match(/<a /g)).toHaveLength(1)
})

/** Texts of an attacker: markup, quotes, entities and addresses in any order. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '>', '"', "'", '&', '&lt;', '</', '<script>', ' onx="', 'http://x/', '\u202e', '\n'),
      fc.string(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => `x${parts.join('')}`)

test('no text of a mail adds a tag to the page that shows it', async () => {
  const { sandbox, get } = start()
  const tags = async (text: string) => {
    const person = { emailAddress: { name: text, address: `${text}@elsewhere.example` } }
    const body = { contentType: 'html' as const, content: text }
    const attachments = [{ name: text, bytes: new Uint8Array(1) }]
    const message = mailTo(sandbox, { subject: text, from: person, toRecipients: [person], body, text, attachments })
    const page = await (await get(messagePath(kim, message.immutableId))).text()
    return page.match(/<[a-z/!]/g)?.length
  }
  const usual = await tags('x')
  await fc.assert(
    fc.asyncProperty(nasty, async (text) => {
      expect(await tags(text)).toBe(usual)
    }),
    { numRuns: 60 },
  )
})
