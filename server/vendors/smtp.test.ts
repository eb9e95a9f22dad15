import { once } from 'node:events'
import { createServer } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { PromptSmtpServer } from '../../packages/sandbox/sandbox.ts'
import { createSmtp } from './smtp.ts'
import { withTimeLimitsUpTo } from './http/time-limit.ts'
import { VendorError } from './http/vendor-error.ts'

const email = { to: 'ada@example.com', language: 'de', subject: 'Hello', text: 'Hello, Ada', html: '<p>Hello, Ada</p>' }

/** A mail server; `heard` records what clients sent, `accepted` the emails. */
async function startServer(options: SMTPServerOptions = {}) {
  const taken: string[] = []
  const passwords: string[] = []
  const server = new PromptSmtpServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ password }, _session, callback) {
      passwords.push(String(password))
      callback(null, { user: 'somebody' })
    },
    onData(stream, _session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        taken.push(Buffer.concat(parts).toString())
        callback(null)
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: (credentials = '') => `smtp://${credentials}127.0.0.1:${port}`,
    taken,
    passwords,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const smtpOf = (url: string, requireTls = false) =>
  createSmtp({ url, from: 'Mailroom <no-reply@example.com>', isSenderGiven: true, requireTls })

async function failureOf(sending: Promise<void>): Promise<VendorError> {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof VendorError)) throw new Error('It was sent', { cause: error })
  return error
}

const refuseWith = (responseCode: number) => Object.assign(new Error('No'), { responseCode })

test('sends an email that suppresses automatic replies', async () => {
  await using server = await startServer({ disabledCommands: ['STARTTLS'] })
  await smtpOf(server.url()).send(email)
  const [raw = ''] = server.taken
  expect(raw).toMatch(/^From: Mailroom <no-reply@example\.com>\r$/m)
  expect(raw).toMatch(/^To: ada@example\.com\r$/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(raw).toMatch(/^X-Auto-Response-Suppress: All\r$/m)
  expect(raw).toMatch(/^Content-Language: de\r$/m)
  expect(raw).toContain('Hello, Ada')
})

test('names the address that ends a recurring email by one click, on one line (RFC 8058)', async () => {
  await using server = await startServer({ disabledCommands: ['STARTTLS'] })
  const unsubscribeUrl = `https://mail.example.com/end?token=${'a1-_'.repeat(80)}`
  await smtpOf(server.url()).send({ ...email, unsubscribeUrl })
  await smtpOf(server.url()).send(email)
  const [recurring = '', other = ''] = server.taken
  const unfolded = recurring.replaceAll(/\r\n(?=[ \t])/g, '')
  expect(unfolded).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`)
  expect(unfolded).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(other).not.toContain('List-Unsubscribe')
})

test('no text can inject a header or a recipient', async () => {
  await using server = await startServer({ disabledCommands: ['STARTTLS'] })
  await smtpOf(server.url()).send({ ...email, subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nMore' })
  const [head = ''] = (server.taken[0] ?? '').split('\r\n\r\n')
  expect(head).not.toMatch(/^Bcc:/m)
  expect(head).toMatch(/^Content-Type:/m)
})

test('does not send without TLS where it is required', async () => {
  await using server = await startServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  const error = await failureOf(smtpOf(server.url('user:secret@'), true).send(email))
  // The operator can fix it, so the email is retried.
  expect(error.transient).toBe(true)
  expect(server.passwords).toEqual([])
  expect(server.taken).toEqual([])
})

test('does not send to a server with an untrusted certificate', async () => {
  await using server = await startServer()
  const error = await failureOf(smtpOf(server.url('user:secret@'), true).send(email))
  expect(error.transient).toBe(true)
  expect(server.passwords).toEqual([])
  expect(server.taken).toEqual([])
})

const open: SMTPServerOptions = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }
test.each<[string, SMTPServerOptions, boolean]>([
  ['an unknown recipient', { onRcptTo: (_to, _session, done) => done(refuseWith(550)) }, false],
  ['a recipient temporarily', { onRcptTo: (_to, _session, done) => done(refuseWith(450)) }, true],
  ['an unknown sender', { onMailFrom: (_from, _session, done) => done(refuseWith(550)) }, true],
  ['a wrong password', { onAuth: (_auth, _session, done) => done(refuseWith(535)) }, true],
  [
    'an e-mail it takes for spam',
    { onData: (data, _session, done) => void data.resume().on('end', () => done(refuseWith(554))) },
    false,
  ],
  ['a connection', { onConnect: (_session, done) => done(refuseWith(554)) }, true],
])('a server that refuses %s', async (_name, options, transient) => {
  await using server = await startServer({ ...open, ...options })
  const error = await failureOf(smtpOf(server.url('user:secret@')).send(email))
  expect(error.transient).toBe(transient)
  expect(error.message).not.toContain('ada@example.com')
})

test('retries when the server is unreachable', async () => {
  const server = await startServer()
  const url = server.url()
  await server[Symbol.asyncDispose]()
  expect((await failureOf(smtpOf(url).send(email))).transient).toBe(true)
})

test('a reply that never ends reaches the time limit, and the connection is closed', async () => {
  const clients: Promise<unknown>[] = []
  const server = createServer((socket) => {
    socket.write('220 Hello\r\n')
    const timer = setInterval(() => socket.write('250-Wait\r\n'), 10)
    clients.push(once(socket.resume(), 'close').finally(() => clearInterval(timer)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const error = await failureOf(withTimeLimitsUpTo(300, () => smtpOf(`smtp://127.0.0.1:${port}`).send(email)))
  // As for a lost response, after which the email is sent again.
  expect(error).toMatchObject({ transient: true, status: 0, code: 'not_sent' })
  await Promise.all(clients)
  server.close()
  expect(clients).toHaveLength(1)
})
