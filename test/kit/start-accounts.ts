import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { createClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import { noMailServers } from './no-mail-servers.ts'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/context.ts'
import { openDatabase, type Database } from '../../server/db/database.ts'
import { createEvents } from '../../server/events.ts'
import { createLiveHub } from '../../server/http/live/live-hub.ts'
import { mountRoutes } from '../../server/http/routing/mount-routes.ts'
import { createRateLimits } from '../../server/http/rate-limits/rate-limits.ts'
import { createSealer } from '../../server/sealed.ts'
import { createAccessVerifier } from '../../server/auth/sessions/access-verifier.ts'
import { issuerOf } from '../../server/auth/sessions/access-token.ts'
import { apiKeysOf } from '../../server/auth/keys/api-keys.ts'
import { createPasswordHasher } from '../../server/auth/passwords/password-hash.ts'
import { authRoutes } from '../../server/auth/routes.ts'
import { createTestDatabase } from './database.ts'
import { lowCostHashes } from './low-cost-hashes.ts'
import { TestClock } from './test-clock.ts'

const jwtSecret = 'a secret of the tests that is long enough'

/** The account service alone, over HTTP with a real database, an adjustable clock and a readable log. */
export async function startAccounts(env: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack()
  const testDatabase = stack.use(await createTestDatabase())
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const db = stack.use(await openDatabase({ connection: testDatabase.server, onError: (error) => log.error(error) }))
  const config = readConfig(env)
  const events = createEvents(log)
  const clock = new TestClock()
  const sealer = createSealer([randomBytes(32)])
  const passwords = createPasswordHasher(lowCostHashes)
  const node = { config, log, clock, db, events, sealer, passwords, limits: createRateLimits(db, clock) }
  const createNode = async (): Promise<Context> => ({
    ...node,
    live: stack.use(await createLiveHub(db, clock)),
    vendors: { microsoft: null, smtp: null, stripe: null, model: null, imap: noMailServers, signIn: {}, services: {} },
    jobs: noJobs,
    presence: { node: 1 },
    stored: { values: {}, unreadable: [] },
    random: () => 0.5,
    stopping: new AbortController().signal,
    restoreDesk: null,
    access: createAccessVerifier({ db, clock, jwtSecret, issuer: issuerOf(config) }),
  })
  const ctx = await createNode()
  const otherNode = await createNode()

  const server = serve({
    fetch: mountRoutes(ctx, authRoutes).fetch,
    port: 0,
    hostname: '127.0.0.1',
    serverOptions: { keepAliveTimeout: 0 },
  })
  stack.defer(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const keys = apiKeysOf(jwtSecret)
  const opened = stack.move()
  return {
    url,
    ctx,
    clock,
    /** A second node on the same database, for tests of shared state. */
    otherNode,
    keys,
    log: () => lines.join(''),
    /** A separate Supabase client, as in a separate browser. */
    client: () =>
      createClient(url, keys.anon, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      }),
    request: (path: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
      fetch(`${url}/auth/v1${path}`, { ...init, headers: { apikey: keys.anon, ...init.headers } }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

export type Accounts = Awaited<ReturnType<typeof startAccounts>>

const noJobs: Context['jobs'] = {
  enqueue: async () => undefined,
  enqueueAll: async () => undefined,
  runDueJobs: async () => undefined,
  start: async () => undefined,
  ping: async () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
}

let addressCount = 0
/** An unused address. */
export const newEmail = (): string => `person-${(addressCount += 1)}-${randomBytes(4).toString('hex')}@example.com`
export const goodPassword = 'seven green bicycles'

/** A user who has just signed up. */
export async function signedUp(accounts: Accounts) {
  const client = accounts.client()
  const email = newEmail()
  const { data, error } = await client.auth.signUp({ email, password: goodPassword })
  if (error || !data.session) throw new Error('The sign-up failed', { cause: error })
  return { client, email, password: goodPassword, session: data.session }
}

/** Whether a transaction of this database waits for a lock now. */
export async function waitingForLock(db: Database): Promise<boolean> {
  const found = await db.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return (found.rowCount ?? 0) > 0
}
