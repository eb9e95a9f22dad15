import { once } from 'node:events'
import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { PromptSmtpServer } from '../../../packages/sandbox/sandbox.ts'
import { createSelfSignedCertificate } from '../../../scripts/lib/self-signed-certificate.ts'
import { withTimeLimitsUpTo } from '../http/time-limit.ts'
import { VendorError } from '../http/vendor-error.ts'
import type { MailServer } from './mail-server.ts'
import type { ResolveName } from './safe-host.ts'
import { checkSubmission, withSubmission } from './submission.ts'

const certificateOf = (name: string, lastYear = 2120) =>
  createSelfSignedCertificate(name, new Date('2020-01-01'), new Date(`${lastYear}-01-01`))
const valid = certificateOf('smtp.test')
const expired = certificateOf('smtp.test', 2021)
const foreign = certificateOf('other.test')
setDefaultCACertificates([
  ...getCACertificates('default'),
  ...[valid, expired, foreign].map(({ certificate }) => certificate),
])

async function startServer(options: SMTPServerOptions = {}, { certificate, privateKey } = valid) {
  const passwords: string[] = []
  const server = new PromptSmtpServer({
    cert: certificate,
    key: privateKey,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, callback) {
      passwords.push(String(password))
      callback(null, { user: username })
    },
    onData: (data, _session, callback) => void data.resume().on('end', () => callback(null)),
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    server: {
      host: 'smtp.test',
      port: typeof address === 'object' && address ? address.port : 0,
      security: options.secure ? 'tls' : 'starttls',
    } satisfies MailServer,
    passwords,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const resolve: ResolveName = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
const rules = { allowPrivate: true, resolve }
const signIn = { user: 'ada@smtp.test', password: 'hidden-word-7' }
const check = (server: MailServer) => checkSubmission({ ...server, ...signIn }, rules)

async function failureOf(work: Promise<unknown>): Promise<VendorError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof VendorError)) throw new Error('It did not fail', { cause: error })
  expect(JSON.stringify([error.message, String(error.cause)])).not.toContain(signIn.password)
  return error
}

test.each([true, false])('signs in and sends, with TLS from the first byte: %s', async (secure) => {
  await using server = await startServer({ secure })
  await check(server.server)
  expect(server.passwords).toEqual([signIn.password])
  const sent = await withSubmission({ ...server.server, ...signIn }, rules, (transport) =>
    transport.sendMail({ from: signIn.user, to: 'bo@example.com', subject: 'Hello', text: 'Hello' }),
  )
  expect(sent.accepted).toEqual(['bo@example.com'])
})

test('a server without STARTTLS never receives the password', async () => {
  await using server = await startServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  expect(await failureOf(check(server.server))).toMatchObject({ code: 'capability_missing' })
  expect(server.passwords).toEqual([])
})

test('a server without a sign-in lacks a capability', async () => {
  await using server = await startServer({ secure: true, disabledCommands: ['AUTH'], authOptional: true })
  expect(await failureOf(check(server.server))).toMatchObject({ code: 'capability_missing' })
})

test.each([
  ['expired', expired],
  ['for another name', foreign],
])('a certificate that is %s is refused, directly and after STARTTLS', async (_, pair) => {
  for (const secure of [true, false]) {
    await using server = await startServer({ secure }, pair)
    expect(await failureOf(check(server.server))).toMatchObject({ code: 'certificate_refused' })
    expect(server.passwords).toEqual([])
  }
})

test.each([
  [535, 'sign_in_refused', false],
  [454, 'sign_in_delayed', true],
])('the reply %s to the sign-in is %s', async (responseCode, code, transient) => {
  await using server = await startServer({
    secure: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error(signIn.password), { responseCode })),
  })
  expect(await failureOf(check(server.server))).toMatchObject({ code, transient })
})

test.each([
  ['its limit', { size: 1000 }, 'message_too_large'],
  ['the reply 552', { reply: '552 5.3.4 Message too big' }, 'message_too_large'],
  ['the reply 552 of Gmail', { reply: '552-5.2.3 Your message exceeded the limits' }, 'message_too_large'],
  ['a plain 552', { reply: '552 Too much mail data' }, 'message_too_large'],
  ['a full mailbox', { reply: '552 5.2.2 Mailbox full' }, 'command_refused'],
])('an email that is refused by %s', async (_, { size, reply }: { size?: number; reply?: string }, code) => {
  await using server = await startServer({
    secure: true,
    ...(size !== undefined && { size }),
    onData: (data, _session, done) =>
      void data.resume().on('end', () => {
        const [responseCode, message] = [Number(reply?.slice(0, 3)), reply?.slice(4)]
        done(Object.assign(new Error(message), { responseCode }))
      }),
  })
  const raw = Buffer.from(`Subject: Report\r\n\r\n${'a'.repeat(2000)}`)
  const sending = withSubmission({ ...server.server, ...signIn }, rules, (transport) =>
    transport.sendMail({ envelope: { from: signIn.user, to: ['bo@example.com'], size: raw.length }, raw }),
  )
  expect(await failureOf(sending)).toMatchObject({ code, transient: false })
})

test.each([
  ['a temporary reply about the recipient', { recipient: 451 }, { code: 'command_delayed', transient: true }],
  ['503 about the recipient', { recipient: 503 }, { code: 'command_delayed', transient: true }],
  ['a permanent one', { recipient: 550 }, { code: 'command_refused', transient: false }],
  ['a temporary reply to the whole email', { email: 451 }, { code: 'not_reachable', status: 0 }],
  ['a permanent one to it', { email: 554 }, { code: 'command_refused', transient: false }],
])('%s', async (_, { recipient, email }: { recipient?: number; email?: number }, expected) => {
  const reply = (responseCode?: number) =>
    responseCode === undefined ? null : Object.assign(new Error('No'), { responseCode })
  await using server = await startServer({
    secure: true,
    onRcptTo: (_address, _session, done) => done(reply(recipient)),
    onData: (data, _session, done) => void data.resume().on('end', () => done(reply(email))),
  })
  const sending = withSubmission({ ...server.server, ...signIn }, rules, (transport) =>
    transport.sendMail({ from: signIn.user, to: 'bo@example.com', subject: 'Hello', text: 'Hello' }),
  )
  expect(await failureOf(sending)).toMatchObject(expected)
})

test('a private address is refused, a closed port is not reachable', async () => {
  const server = await startServer({ secure: true })
  await server[Symbol.asyncDispose]()
  expect(await failureOf(check(server.server))).toMatchObject({ code: 'not_reachable' })
  const refusing = { allowPrivate: false, resolve }
  expect(await failureOf(checkSubmission({ ...server.server, ...signIn }, refusing))).toMatchObject({
    code: 'address_refused',
  })
})

test.each([
  ['no greeting', ''],
  ['a greeting without an end', '220-Wait\r\n'],
  ['a greeting that is none', '\0\r\n'],
  ['a refusal', '554 no\r\n'],
])('%s costs this connection', async (_, greeting) => {
  const ends: Promise<unknown>[] = []
  const server = createServer((socket) => {
    ends.push(once(socket.on('error', () => undefined).resume(), 'close'))
    socket.write(greeting)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const failure = await withTimeLimitsUpTo(300, () =>
    failureOf(check({ host: 'smtp.test', port, security: 'starttls' })),
  )
  expect(['not_reachable', 'protocol_error', 'command_refused']).toContain(failure.code)
  await Promise.all(ends)
  server.close()
})
