import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { createSelfSignedCertificate } from '../../../scripts/lib/self-signed-certificate.ts'
import { withTimeLimitsUpTo } from '../http/time-limit.ts'
import { VendorError } from '../http/vendor-error.ts'
import { createFolder, listFolders } from './imap-folders.ts'
import { openImapConnection } from './imap-connection.ts'
import type { MailServer } from './mail-server.ts'
import type { ResolveName } from './safe-host.ts'

const certificateOf = (name: string, lastYear = 2120) =>
  createSelfSignedCertificate(name, new Date('2020-01-01'), new Date(`${lastYear}-01-01`))
const valid = certificateOf('imap.test')
const expired = certificateOf('imap.test', 2021)
const foreign = certificateOf('other.test')
const untrusted = certificateOf('imap.test')
setDefaultCACertificates([
  ...getCACertificates('default'),
  ...[valid, expired, foreign].map(({ certificate }) => certificate),
])

type Pair = typeof valid
type Answer = (tag: string, command: string, socket: Socket) => unknown

const capabilities = 'IMAP4rev1 AUTH=PLAIN ID NAMESPACE'
const ok: Answer = (tag, command, socket) => {
  const [verb] = command.split(' ')
  if (verb === 'CAPABILITY') socket.write(`* CAPABILITY ${capabilities}\r\n`)
  if (verb === 'AUTHENTICATE') socket.write('+ \r\n')
  else socket.write(`${tag} OK done\r\n`)
}

/** A server of one kind of behaviour; `heard` records what clients sent. */
async function startServer(answer: Answer = ok, { pair = valid, greeting = '* OK hello\r\n', starttls = false } = {}) {
  const heard: string[] = []
  const sockets: Socket[] = []
  let last = ''
  const serve = (socket: Socket, hello: string): void => {
    socket.on('error', () => undefined)
    let rest = ''
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        heard.push(line)
        const [, tag, command = ''] = /^([A-Z0-9]+) (.+)$/.exec(line) ?? []
        if (tag === undefined) socket.write(`${last} OK signed in\r\n`)
        else if (command === 'STARTTLS') upgrade(socket, tag)
        else answer((last = tag), command, socket)
      }
    })
    socket.write(hello)
  }
  const certificate = { cert: pair.certificate, key: pair.privateKey }
  const upgrade = (socket: Socket, tag: string): void => {
    socket.removeAllListeners('data')
    socket.write(`${tag} OK begin\r\n`, () => serve(new TLSSocket(socket, { isServer: true, ...certificate }), ''))
  }
  const greet = (socket: Socket): void => serve(socket, greeting)
  // Unlike a `TLSSocket` around a socket, a TLS server also ends a connection that the client leaves while it begins.
  const server = starttls ? createServer(greet) : createTlsServer(certificate, greet)
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    server: {
      host: 'imap.test',
      port: typeof address === 'object' && address ? address.port : 0,
      security: starttls ? 'starttls' : 'tls',
    } satisfies MailServer,
    heard,
    /** Resolves when clients have closed all connections. */
    ended: () => new Promise((resolve) => server.close(resolve)),
    [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const toThisMachine: ResolveName = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
const rules = { allowPrivate: true, resolve: toThisMachine }
const signIn = { user: 'ada@imap.test', password: 'hidden-word-7' }
const open = (server: MailServer) => openImapConnection({ ...server, ...signIn }, rules)

async function failureOf(work: Promise<unknown>): Promise<VendorError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof VendorError)) throw new Error('It did not fail', { cause: error })
  expect(JSON.stringify([error.message, String(error.cause)])).not.toContain(signIn.password)
  return error
}

test('signs in over TLS, runs commands, and logs out', async () => {
  await using server = await startServer()
  await using connection = await open(server.server)
  expect(connection.isOpen).toBe(true)
  await connection.call((client) => client.noop())
  await connection[Symbol.asyncDispose]()
  expect(connection.isOpen).toBe(false)
  await connection.closed
  expect(server.heard.map((line) => line.split(' ')[1] ?? '')).toEqual(
    expect.arrayContaining(['CAPABILITY', 'AUTHENTICATE', 'NOOP', 'LOGOUT']),
  )
})

test('signs in after STARTTLS', async () => {
  const announce: Answer = (tag, command, socket) => {
    if (command !== 'CAPABILITY' || socket instanceof TLSSocket) return ok(tag, command, socket)
    socket.write(`* CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED\r\n${tag} OK done\r\n`)
  }
  await using server = await startServer(announce, { starttls: true })
  await using connection = await open(server.server)
  expect(connection.client.secureConnection).toBe(true)
})

test('a server from which STARTTLS was removed never receives the password', async () => {
  await using server = await startServer(ok, { starttls: true })
  expect(await failureOf(open(server.server))).toMatchObject({ code: 'capability_missing' })
  // As a greeting that skips the sign-in does.
  await using skipping = await startServer(ok, { starttls: true, greeting: '* PREAUTH hello\r\n' })
  expect(await failureOf(open(skipping.server))).toMatchObject({ code: 'capability_missing' })
  for (const { heard } of [server, skipping]) expect(heard.join('\n')).not.toMatch(/AUTHENTICATE|LOGIN/)
})

test.each<[string, Pair]>([
  ['expired', expired],
  ['for another name', foreign],
  ['untrusted', untrusted],
])('a certificate that is %s is refused, directly and after STARTTLS', async (_, pair) => {
  await using direct = await startServer(ok, { pair })
  expect(await failureOf(open(direct.server))).toMatchObject({ code: 'certificate_refused', transient: true })
  const announce: Answer = (tag, _command, socket) => socket.write(`* CAPABILITY IMAP4rev1 STARTTLS\r\n${tag} OK\r\n`)
  await using upgraded = await startServer(announce, { pair, starttls: true })
  expect(await failureOf(open(upgraded.server))).toMatchObject({ code: 'certificate_refused' })
  expect(direct.heard).toEqual([])
  expect(upgraded.heard.join('\n')).not.toMatch(/AUTHENTICATE|LOGIN/)
})

const refuse =
  (answer: string): Answer =>
  (tag, command, socket) =>
    command.startsWith('AUTHENTICATE') ? socket.write(`${tag} ${answer}\r\n`) : ok(tag, command, socket)

test.each([
  ['NO [AUTHENTICATIONFAILED] wrong', 'sign_in_refused', false],
  ['NO wrong', 'sign_in_refused', false],
  ['NO [UNAVAILABLE] later', 'sign_in_delayed', true],
  ['NO [LIMIT] too many', 'sign_in_delayed', true],
  ['NO [INUSE] busy', 'sign_in_delayed', true],
  [
    'NO [ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)',
    'app_password_required',
    false,
  ],
  [
    'NO [AUTHENTICATIONFAILED] NEOBHODIM parol prilozheniya / Aplication password is REQUIRED',
    'app_password_required',
    false,
  ],
  [
    'NO [ALERT] Your account is not enabled for IMAP use. Please visit your Gmail settings page (Failure)',
    'imap_disabled',
    false,
  ],
  ['NO [ALERT] IMAP access is disabled for your domain. (Failure)', 'imap_disabled', false],
  [
    'NO [ALERT] You are yet to enable IMAP for your account. Please contact your administrator (Failure)',
    'imap_disabled',
    false,
  ],
  [
    'NO [ALERT] Please log in via your web browser: https://support.google.com/mail/answer/78754 (Failure)',
    'web_sign_in_required',
    false,
  ],
  ['NO [AUTHENTICATIONFAILED] LOGIN invalid credentials or IMAP is disabled', 'sign_in_refused', false],
  ['NO [UNAVAILABLE] IMAP access is disabled during maintenance', 'sign_in_delayed', true],
  [`NO [ALERT] the password was ${signIn.password}`, 'sign_in_delayed', true],
  ['BAD what', 'protocol_error', true],
  ['BYE go', 'not_reachable', true],
])('the answer %s to the sign-in is %s', async (answer, code, transient) => {
  await using server = await startServer(refuse(answer))
  expect(await failureOf(open(server.server))).toMatchObject({ code, transient })
})

test('a server without a sign-in by password, or without IMAP4rev1, lacks a capability', async () => {
  const announce =
    (list: string): Answer =>
    (tag, command, socket) =>
      command === 'CAPABILITY' ? socket.write(`* CAPABILITY ${list}\r\n${tag} OK\r\n`) : ok(tag, command, socket)
  for (const list of ['IMAP4rev1 AUTH=XOAUTH2 LOGINDISABLED', 'IMAP2 AUTH=PLAIN']) {
    await using server = await startServer(announce(list))
    expect(await failureOf(open(server.server))).toMatchObject({ code: 'capability_missing', transient: false })
  }
})

test('a closed port is not reachable, and a name that leads to this machine is refused', async () => {
  const server = await startServer()
  await server[Symbol.asyncDispose]()
  expect(await failureOf(open(server.server))).toMatchObject({ code: 'not_reachable', status: 0 })
  const account = { ...server.server, ...signIn }
  expect(await failureOf(openImapConnection(account, { allowPrivate: false, resolve: toThisMachine }))).toMatchObject({
    code: 'address_refused',
    transient: false,
  })
})

const flood = (socket: Socket, text: string): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.writable) if (!socket.write(text)) return
  }
  socket.on('drain', more)
  more()
}

const afterSignIn =
  (hostile: Answer): Answer =>
  (tag, command, socket) =>
    command.startsWith('NOOP') ? hostile(tag, command, socket) : ok(tag, command, socket)

test.each<[string, Answer, string]>([
  ['a line without an end', (_tag, _command, socket) => flood(socket, 'a'.repeat(65_536)), 'protocol_error'],
  ['answers without an end', (_tag, _command, socket) => flood(socket, '* OK more\r\n'.repeat(500)), 'protocol_error'],
  ['a huge literal', (_tag, _command, socket) => socket.write('* 1 FETCH (BODY[] {999999999}\r\n'), 'protocol_error'],
  [
    'many tokens',
    (_tag, _command, socket) => socket.write(`* 1 FETCH (${'a '.repeat(200_000)})\r\n`),
    'protocol_error',
  ],
  ['deep lists', (tag, _command, socket) => socket.write(`* LIST ${'('.repeat(5000)}\r\n${tag} OK\r\n`), ''],
  ['bytes that are no answer', (_tag, _command, socket) => socket.end('\0\u00ff\r\n{}\r\n'), 'not_reachable'],
  ['a literal for a command that has none', (tag, _command, socket) => socket.write(`${tag} OK {3}\r\nabc\r\n`), ''],
  ['the end of the connection', (_tag, _command, socket) => socket.destroy(), 'not_reachable'],
  ['silence', () => undefined, 'not_reachable'],
  ['a refusal', (tag, _command, socket) => socket.write(`${tag} NO [CANNOT] no\r\n`), ''],
])('%s costs the call or the connection, and nothing else', async (_, hostile, code) => {
  await using server = await startServer(afterSignIn(hostile))
  const connection = await open(server.server)
  const limits = { timeoutMs: code === 'not_reachable' ? 200 : 60_000, maxBytes: 100_000 }
  const calling = connection.call((client) => client.noop(), limits)
  if (code === '') await calling
  else {
    expect(await failureOf(calling)).toMatchObject({ code })
    await connection.closed
    expect(await failureOf(connection.call((client) => client.noop()))).toMatchObject({ code: 'not_reachable' })
  }
  connection.abort()
})

test.each([
  ['no greeting', ''],
  ['a greeting without an end', `* OK ${'x'.repeat(8_000_000)}`],
  ['a greeting that ends the connection', '* BYE no\r\n'],
  ['a greeting that is none', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['only untagged answers', '* 5 EXISTS\r\n'.repeat(1000)],
])('%s costs this connection', async (_, greeting) => {
  await using server = await startServer(ok, { greeting })
  const failure = await withTimeLimitsUpTo(200, () => failureOf(open(server.server)))
  expect(['not_reachable', 'protocol_error']).toContain(failure.code)
  await server.ended()
})

test('without a separator of the server, names are whole and no folder is below another', async () => {
  const flat: Answer = (tag, command, socket) => {
    const [verb = '', name = ''] = command.split(' ')
    if (verb === 'NAMESPACE') socket.write('* NAMESPACE (("" NIL)) NIL NIL\r\n')
    if (verb === 'LIST' && !command.endsWith('""'))
      for (const path of ['INBOX', '"a.b/c"']) socket.write(`* LIST () NIL ${path}\r\n`)
    if (verb === 'STATUS') socket.write(`* STATUS ${name} (MESSAGES 0 UIDNEXT 1 UIDVALIDITY 1)\r\n`)
    ok(tag, command, socket)
  }
  await using server = await startServer(flat)
  await using connection = await open(server.server)
  expect(await listFolders(connection)).toMatchObject([
    { path: 'INBOX', names: ['INBOX'], parentPath: null, use: 'inbox', state: { uidNext: 1 } },
    { path: 'a.b/c', names: ['a.b/c'], parentPath: null, use: null, state: { uidNext: 1 } },
  ])
  expect(await createFolder(connection, { parent: 'a.b/c', name: 'Work' })).toBe('refused')
})

test('a folder whose name cannot be stored is left out', async () => {
  const hostile: Answer = (tag, command, socket) => {
    const [verb = '', name = ''] = command.split(' ')
    if (verb === 'NAMESPACE') socket.write('* NAMESPACE (("" "/")) NIL NIL\r\n')
    if (verb === 'LIST' && !command.endsWith('""')) {
      for (const path of ['INBOX', 'Bills', `Bills/${'x'.repeat(255)}`, `Bills/${'x'.repeat(256)}`, 'Bills//'])
        socket.write(`* LIST () "/" "${path}"\r\n`)
      socket.write('* LIST () "/" {3}\r\na\0b\r\n')
    }
    if (verb === 'STATUS') socket.write(`* STATUS ${name} (MESSAGES 0 UIDNEXT 1 UIDVALIDITY 1)\r\n`)
    ok(tag, command, socket)
  }
  await using server = await startServer(hostile)
  await using connection = await open(server.server)
  const names = (await listFolders(connection)).map(({ path }) => path)
  expect(names).toEqual(['Bills', 'INBOX', `Bills/${'x'.repeat(255)}`])
})

test('a connection that breaks at any step fails without an uncaught error', async () => {
  const verbs = ['CAPABILITY', 'ID', 'AUTHENTICATE', 'NAMESPACE']
  for (const verb of verbs) {
    const breaking: Answer = (tag, command, socket) =>
      command.startsWith(verb) ? socket.destroy() : ok(tag, command, socket)
    await using server = await startServer(breaking)
    expect(await failureOf(open(server.server)), verb).toMatchObject({ code: 'not_reachable', status: 0 })
  }
  // A reset, which only an unencrypted socket can send.
  await using server = await startServer((_tag, _command, socket) => socket.resetAndDestroy(), { starttls: true })
  expect(await failureOf(open(server.server))).toMatchObject({ code: 'not_reachable', status: 0 })
})

test('plain text on a port of TLS is a protocol error', async () => {
  await using server = await startServer(ok, { starttls: true })
  expect(await failureOf(open({ ...server.server, security: 'tls' }))).toMatchObject({ code: 'protocol_error' })
})
