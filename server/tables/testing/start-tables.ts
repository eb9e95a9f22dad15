import { once } from 'node:events'
import { randomBytes, randomUUID } from 'node:crypto'
import { serve } from '@hono/node-server'
import { createClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { pino } from 'pino'
import { noMailServers } from '../../../test/kit/no-mail-servers.ts'
import { createTestDatabase } from '../../../test/kit/database.ts'
import { lowCostHashes } from '../../../test/kit/low-cost-hashes.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { TestClock } from '../../../test/kit/test-clock.ts'
import { createPasswordHasher } from '../../auth/passwords/password-hash.ts'
import { readConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { openDatabase } from '../../db/database.ts'
import { fail } from '../../errors.ts'
import { createEvents } from '../../events.ts'
import type { Caller } from '../../http/request/caller.ts'
import { createLiveHub } from '../../http/live/live-hub.ts'
import { mountRoutes } from '../../http/routing/mount-routes.ts'
import { createRateLimits } from '../../http/rate-limits/rate-limits.ts'
import { createSealer } from '../../sealed.ts'
import { createTableRoutes } from '../routes.ts'

const anonKey = 'anon-key'
const serviceKey = 'service-role-key'

/** The table routes over HTTP with a real database. Access tokens are simulated; `tokens.test.ts` uses real ones. */
export async function startTables() {
  await using stack = new AsyncDisposableStack()
  const testDatabase = stack.use(await createTestDatabase())
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const db = stack.use(await openDatabase({ connection: testDatabase.server, onError: (error) => log.error(error) }))
  const clock = new TestClock()
  const users = new Map<string, Caller>()
  const ctx: Context = {
    config: readConfig({}),
    stored: { values: {}, unreadable: [] },
    log,
    clock,
    random: () => 0.5,
    stopping: new AbortController().signal,
    restoreDesk: null,
    db,
    presence: { node: 1 },
    jobs: noJobs,
    vendors: { microsoft: null, smtp: null, stripe: null, model: null, imap: noMailServers, signIn: {}, services: {} },
    events: createEvents(log),
    live: stack.use(await createLiveHub(db, clock)),
    limits: createRateLimits(db, clock),
    sealer: createSealer([randomBytes(32)]),
    passwords: createPasswordHasher(lowCostHashes),
    access: {
      verify: async (token) => users.get(token) ?? fail('unauthorized'),
      evictSessions: () => undefined,
      apiKeyRole: (key) => (key === anonKey ? 'anon' : key === serviceKey ? 'service_role' : null),
      anonKey,
    },
  }

  const server = serve({
    fetch: mountRoutes(ctx, createTableRoutes({})).fetch,
    port: 0,
    hostname: '127.0.0.1',
    serverOptions: { maxHeaderSize: 32 * 1024, keepAliveTimeout: 0 },
  })
  stack.defer(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const signIn = (userId: string): string => {
    const token = `token-of-${userId}`
    const email = `${userId}@example.com`
    users.set(token, { userId, sessionId: randomUUID(), email, claims: { sub: userId, role: 'authenticated', email } })
    return token
  }
  const opened = stack.move()
  const options = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }
  return {
    url,
    ctx,
    db,
    log: () => lines.join(''),
    advance: (ms: number) => {
      clock.advance(`${ms / 1000} s`)
    },
    /** Executes SQL as the owner of the tables. */
    asOwner: (statement: string) => runSql(testDatabase.owner, statement),
    /** Locks a table, so that every statement with it waits until the release. */
    async lockTable(table: string) {
      const client = new Client(testDatabase.owner)
      await client.connect()
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      return { release: () => client.end() }
    },
    /** Creates a user without rows, and a token for the user. */
    async addUser() {
      const userId = randomUUID()
      await runSql(
        testDatabase.owner,
        `insert into auth.users (id, email) values ('${userId}', '${userId}@example.com')`,
      )
      return { userId, token: signIn(userId) }
    },
    signIn,
    /** The official client, anonymous or with a bearer token or key. */
    client: (token?: string) =>
      createClient(url, anonKey, token === undefined ? options : { ...options, accessToken: async () => token }),
    serviceKey,
    request: (
      path: string,
      { headers = {}, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
    ) =>
      fetch(`${url}/rest/v1${path}`, {
        ...init,
        headers: { apikey: anonKey, 'content-type': 'application/json', ...headers },
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const noJobs: Context['jobs'] = {
  enqueue: async () => undefined,
  enqueueAll: async () => undefined,
  runDueJobs: async () => undefined,
  start: async () => undefined,
  ping: async () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
}
