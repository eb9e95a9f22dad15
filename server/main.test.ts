import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../scripts/lib/local-app.ts'
import { createTestDatabase, type TestDatabase } from '../test/kit/database.ts'
import { databaseAddress } from '../test/kit/database-address.ts'
import { testSecrets } from '../test/kit/test-secrets.ts'

let database: TestDatabase
let dataDir = ''
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'mailroom-main-'))
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true })
})

/** Runs the program with these settings until it exits or reports that it is ready. */
async function start(
  env: Record<string, string>,
  stop: (child: ChildProcess) => void = (child) => child.kill('SIGTERM'),
): Promise<{ ready: boolean; code: unknown; complaints: string[] }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = fork('server/main.ts', [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
  })
  let output = ''
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  let ready = false
  child.once('message', () => {
    ready = true
    stop(child)
  })
  // Not 'close': it is not emitted where this side closed the channel.
  const [[code]] = await Promise.all([once(child, 'exit'), child.stderr && once(child.stderr, 'end')])
  return { ready, code, complaints: output.split('\n').filter((line) => line !== '') }
}

const running = () => ({
  DATABASE_URL: databaseAddress(database.owner),
  SANDBOX_URL: 'http://127.0.0.1:9',
  ...testSecrets,
})

async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  return { port: address.port, server }
}

test('prints one line per invalid setting and exits with 1 before it changes anything', async () => {
  const { code, complaints } = await start({
    PORT: 'http',
    ROLE: 'queen',
    DATABASE_URL: 'mysql://localhost/mail',
    GOOGLE_CLIENT_ID: 'only the id',
  })
  expect(complaints.map((line) => line.split(':')[0] ?? '').toSorted()).toEqual([
    'DATABASE_URL',
    'GOOGLE_CLIENT_SECRET',
    'PORT',
    'ROLE',
  ])
  expect(code).toBe(1)
  expect(await readdir(dataDir)).toEqual([])
})

test('requires all settings in production', async () => {
  const { code, complaints } = await start({ NODE_ENV: 'production' })
  expect(complaints).toEqual([
    'JWT_SECRET: must be set in production',
    'ENCRYPTION_KEYS: must be set in production',
    'PUBLIC_URL: must be set in production',
    'SUPPORT_EMAIL: must be set in production',
  ])
  expect(code).toBe(1)
  expect(await readdir(dataDir)).toEqual([])
})

test('reports a port in use in one line that names the setting', async () => {
  const { port, server } = await takePort()
  const { code, complaints } = await start({ ...running(), PORT: String(port) })
  server.close()
  expect(complaints).toEqual([`PORT: port ${port} is taken; stop what uses it, or choose another one`])
  expect(code).toBe(1)
})

test('reports an unreachable database in one line without the password', async () => {
  const unreachable = await start({ ...running(), DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:9/mail' })
  expect(unreachable.complaints).toEqual(['DATABASE_URL: no database responds there (ECONNREFUSED)'])
  const missing = await start({ ...running(), DATABASE_URL: databaseAddress({ ...database.owner, database: 'none' }) })
  expect(missing.complaints).toEqual(['DATABASE_URL: there is no such database (3D000)'])
  const refused = await start({
    ...running(),
    DATABASE_URL: databaseAddress({ ...database.owner, password: 'hidden' }),
  })
  expect(refused.complaints).toEqual(['DATABASE_URL: the database refuses the user or the password (28P01)'])
  expect([unreachable.code, missing.code, refused.code]).toEqual([1, 1, 1])
})

/** Forwards connections to the database, and breaks those whose first message matches, as in an outage. */
async function startFailingProxy(broken: RegExp): Promise<{ port: number } & AsyncDisposable> {
  const { host = '', port: databasePort = 5432 } = database.owner
  const { port, server } = await takePort()
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (message) => {
      if (broken.test(message.toString('latin1'))) return void socket.destroy()
      const forwarded = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${databasePort}`) : connect(databasePort, host)
      forwarded.on('error', () => undefined)
      forwarded.write(message)
      socket.pipe(forwarded).pipe(socket)
    })
  })
  return { port, [Symbol.asyncDispose]: async () => void server.close() }
}

test.each([
  ['migrates', /mailroom-migrate/, /^DATABASE_URL: the database does not respond \(.+\)$/],
  ['opens its connections', /application_name\0mailroom\0/, /^The database does not respond \(.+\): start the node/],
])('reports an outage of the database while it %s in one line', async (_, broken, expected) => {
  await using proxy = await startFailingProxy(broken)
  const address = databaseAddress({ ...database.owner, host: '127.0.0.1', port: proxy.port })
  const { code, complaints } = await start({ ...running(), DATABASE_URL: address })
  expect(complaints).toEqual([expect.stringMatching(expected)])
  expect(code).toBe(1)
})

test('reports when it is ready and exits cleanly on a signal', async () => {
  expect(await start({ ...running(), PORT: String(await freePort()) })).toEqual({
    ready: true,
    code: 0,
    complaints: [],
  })
})

test('exits cleanly when its parent process exits', async () => {
  const ended = await start({ ...running(), PORT: String(await freePort()) }, (child) => child.disconnect())
  expect(ended).toEqual({ ready: true, code: 0, complaints: [] })
})
