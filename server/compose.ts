import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createAccessVerifier } from './auth/sessions/access-verifier.ts'
import { issuerOf } from './auth/sessions/access-token.ts'
import { createPasswordHasher, productionHashCost, type HashCost } from './auth/passwords/password-hash.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import type { ConnectionSettings } from './db/connection/connection.ts'
import { openDatabase } from './db/database.ts'
import { createDatabaseClock } from './db/database-clock.ts'
import { announcePresence } from './db/presence.ts'
import { createEvents } from './events.ts'
import { accountComposers } from './auth/composers.ts'
import { actionComposers } from './actions/composers.ts'
import { actionJobs } from './actions/jobs.ts'
import { authJobs } from './auth/jobs.ts'
import { accountJobs } from './account/jobs.ts'
import { backupJobs } from './backup/jobs.ts'
import type { RestoreDesk } from './backup/restore-desk.ts'
import { billingComposers } from './billing/billing-emails.ts'
import { billingJobs } from './billing/jobs.ts'
import { connectionJobs } from './connections/jobs.ts'
import { digestComposers } from './digest/composers.ts'
import { digestJobs } from './digest/jobs.ts'
import { emailJobs } from './emails/jobs.ts'
import { createLiveHub } from './http/live/live-hub.ts'
import { createRateLimits } from './http/rate-limits/rate-limits.ts'
import { createJobs } from './jobs/create-jobs.ts'
import type { JobHandlers } from './jobs/job-handlers.ts'
import type { JobName, JobPayload } from './jobs/queues.ts'
import { jobPoolSize } from './limits.ts'
import { createSharedMailboxLimiter } from './mail/access/slots/shared-mailbox-limiter.ts'
import { createImapConnections } from './mail/imap/connections/shared-imap-connections.ts'
import { mailJobs } from './mail/jobs.ts'
import { mailComposers } from './mail/mailboxes/stopped-email.ts'
import { callProvider } from './outages/call-provider.ts'
import { createSealer } from './sealed.ts'
import type { Secrets } from './secrets.ts'
import type { FoundSettings } from './shared/operator-settings.ts'
import { selfCheckJobs } from './self-check/jobs.ts'
import { operatorComposers } from './self-check/operator-alert.ts'
import { sortingJobs } from './sorting/jobs.ts'
import { version } from './shared/version.ts'
import { createVendors } from './vendors/create-vendors.ts'

interface ContextParts {
  config: Config
  secrets: Secrets
  /** Of the page; none by default. */
  stored?: FoundSettings
  /** Database connection of the server's role. */
  server: ConnectionSettings
  /** The same past a connection pooler; defaults to `server`. */
  direct?: ConnectionSettings
  log: Logger
  /** Defaults to the database's clock. */
  clock?: Clock
  /** See `Context.random`. */
  random?: () => number
  /** See `Context.stopping`; defaults to a signal that is never aborted. */
  stopping?: AbortSignal
  /** See `Context.restoreDesk`; none by default. */
  restoreDesk?: RestoreDesk
  /** Lower only in tests, which hash thousands of passwords. */
  hashCost?: HashCost
  /** See `announcePresence`. */
  nodeLifetimeMs?: number
}

const handlers: JobHandlers = {
  ...backupJobs,
  ...mailJobs,
  ...sortingJobs,
  ...actionJobs,
  ...authJobs,
  ...accountJobs,
  ...connectionJobs,
  ...billingJobs,
  ...selfCheckJobs,
  ...digestJobs,
  ...emailJobs({
    ...accountComposers,
    ...actionComposers,
    ...billingComposers,
    ...digestComposers,
    ...mailComposers,
    ...operatorComposers,
  }),
}

/**
 * Stripe has one key for all users: each failed call counts. A user waits for most calls, so none is refused; the jobs
 * of billing ask `claimProviderProbe`.
 */
const stripeCall = () => ({
  provider: 'stripe',
  subject: randomUUID(),
  isRequestedByUser: true,
})

/** Opens all parts in order; disposal closes them in reverse order. */
export async function createContext(parts: ContextParts): Promise<Context & AsyncDisposable> {
  const { config, secrets, server, log, hashCost = productionHashCost } = parts
  const { stopping = new AbortController().signal } = parts
  await using stack = new AsyncDisposableStack()
  const events = createEvents(log)
  const onError =
    (part: string) =>
    (error: Error): void =>
      events.backgroundError({ part, error })
  const db = stack.use(
    await openDatabase({
      connection: server,
      direct: parts.direct ?? server,
      // pg-boss has a pool of its own, and LISTEN a connection.
      maxConnections: config.databaseConnections - jobPoolSize - 1,
      preparesStatements: config.preparesStatements,
      onError: onError('database'),
    }),
  )
  const composed = Promise.withResolvers<Context>()
  const onNodesLost = (): void => void composed.promise.then(resumeLostWork).catch(onError('presence'))
  const databaseClock = createDatabaseClock()
  const onTime = (time: number, sentAt: number): void => databaseClock.adjust(time, sentAt)
  const lifetimeMs = parts.nodeLifetimeMs
  const presence = stack.use(
    await announcePresence(db.pool, {
      kind: { role: config.role, version },
      lifetimeMs,
      onError: onError('presence'),
      onNodesLost,
      onTime,
    }),
  )
  const { clock = databaseClock } = parts
  const mailboxLimiter = stack.use(await createSharedMailboxLimiter({ db, presence, clock }))
  const imap = stack.use(createImapConnections({ db, presence, events, rules: config.imap }))
  const live = stack.use(await createLiveHub(db, clock))
  // Context and queue reference each other: no job runs before both exist.
  const run = <N extends JobName>(name: N, payload: JobPayload<N>): Promise<void> => handlers[name](ctx, payload)
  const jobs = stack.use(await createJobs({ server, db, clock, events, run }))
  const ctx: Context = {
    config,
    stored: parts.stored ?? { values: {}, unreadable: [] },
    log,
    clock,
    random: parts.random ?? Math.random,
    stopping,
    restoreDesk: parts.restoreDesk ?? null,
    db,
    presence,
    jobs,
    vendors: createVendors(config, clock, { mailboxLimiter, imap }, (call) =>
      callProvider({ clock, db, events, jobs }, stripeCall(), call),
    ),
    events,
    live,
    limits: createRateLimits(db, clock),
    sealer: createSealer(secrets.encryptionKeys),
    passwords: createPasswordHasher(hashCost),
    access: createAccessVerifier({ db, clock, jwtSecret: secrets.jwtSecret, issuer: issuerOf(config) }),
  }
  composed.resolve(ctx)
  const opened = stack.move()
  return { ...ctx, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** The claims of dead nodes are free: the jobs that look for due work every minute run immediately. */
const resumeLostWork = (ctx: Pick<Context, 'db' | 'jobs'>): Promise<void> =>
  ctx.db.asService(async (tx) => {
    await ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {})
    await ctx.jobs.enqueue(tx, 'reconcile-actions', {})
  })
