import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../db/database.ts'
import type { Presence } from '../../../db/presence.ts'
import type { Events } from '../../../events.ts'
import { VendorError } from '../../../vendors/http/vendor-error.ts'
import { openImapConnection, type ImapConnection } from '../../../vendors/imap/imap-connection.ts'
import type { ImapConnections, ImapMailboxKey, RunOptions } from '../../../vendors/imap/imap-connections.ts'
import { imapSession, type ImapSession } from '../../../vendors/imap/imap-session.ts'
import type { MailServerAccount } from '../../../vendors/imap/mail-server.ts'
import type { HostRules } from '../../../vendors/imap/safe-host.ts'
import { waitForNews } from '../../../vendors/imap/wait-for-news.ts'
import { withSubmission } from '../../../vendors/imap/submission.ts'
import { mailboxVendor } from '../../access/mailbox-account.ts'
import { claimWatch, claimWork, giveWatchBack, giveWorkBack, keepWork, takeWatchOver } from './connection-queries.ts'

/** How long an unused connection stays open. */
const idleMs = 5000
/** A half-open connection does not answer. */
const aliveTimeoutMs = 10_000
/** So long after a response a connection counts as alive. */
const aliveAfterResponseMs = 1000
/** A claim lasts for 15 seconds in the database. */
const keepEveryMs = 3000
const claimFreshMs = 10_000
/** A claim to watch lasts for a minute; what a dead node has claimed is free at once. */
const keepWatchEveryMs = 20_000
/** How long work waits for a connection that another node has, and how often it asks. */
const claimMaxWaitMs = 30_000
const claimAgainMs = 200

/** Also makes the server report what has changed in the open folder. */
const isAlive = (connection: ImapConnection): Promise<boolean> =>
  connection
    .call((client) => client.noop(), { timeoutMs: aliveTimeoutMs })
    .then(
      () => connection.isOpen,
      () => false,
    )

interface Parts {
  db: Database
  presence: Pick<Presence, 'node' | 'epoch'>
  events: Pick<Events, 'backgroundError'>
  rules: HostRules
}

interface Work {
  /** The end of the operations that were requested last. */
  queue: Promise<unknown>
  waiting: number
  open: { connection: ImapConnection; session: ImapSession } | null
  respondedAt: number
  claimedUntil: number
  presenceEpoch: number | null
  isWanted: boolean
  idleTimer: NodeJS.Timeout | null
}

/** The connections of this node, within the claims of all nodes (`app.imap_connections`). */
export function createImapConnections(parts: Parts): ImapConnections & AsyncDisposable {
  const { db, presence, rules } = parts
  const working = new Map<string, Work>()
  const watches = new Map<string, { end: () => void; ended: Promise<void> }>()
  const node = presence.node
  let isClosed = false

  function workOf(mailboxId: string): Work {
    const known = working.get(mailboxId)
    if (known) return known
    const work: Work = {
      queue: Promise.resolve(),
      waiting: 0,
      open: null,
      respondedAt: 0,
      claimedUntil: 0,
      presenceEpoch: null,
      isWanted: false,
      idleTimer: null,
    }
    working.set(mailboxId, work)
    return work
  }

  const isOurs = (work: Work): boolean =>
    performance.now() < work.claimedUntil && work.presenceEpoch !== null && work.presenceEpoch === presence.epoch()

  async function claim(mailboxId: string, work: Work): Promise<void> {
    if (isOurs(work)) return
    await disconnect(work)
    const giveUpAt = performance.now() + claimMaxWaitMs
    for (;;) {
      const [startedAt, epoch] = [performance.now(), presence.epoch()]
      if (epoch !== null && (await db.asService((tx) => claimWork(tx, { mailboxId, node })))) {
        work.claimedUntil = startedAt + claimFreshMs
        work.presenceEpoch = epoch
        work.isWanted = false
        return
      }
      if (performance.now() >= giveUpAt || isClosed) throw new VendorError(mailboxVendor, 503, 'connection_in_use')
      await delay(claimAgainMs)
    }
  }

  async function keep(mailboxId: string, work: Work): Promise<void> {
    const startedAt = performance.now()
    const kept = await db.asService((tx) => keepWork(tx, { mailboxId, node }))
    // Another node may use the mailbox by now: a command that is still running fails.
    if (!kept) work.open?.connection.abort()
    work.claimedUntil = kept ? startedAt + claimFreshMs : 0
    work.isWanted = kept?.isWanted ?? false
  }

  async function disconnect(work: Work): Promise<void> {
    const { open } = work
    work.open = null
    if (open) await open.connection[Symbol.asyncDispose]()
  }

  async function giveBack(mailboxId: string, work: Work): Promise<void> {
    if (work.idleTimer) clearTimeout(work.idleTimer)
    work.idleTimer = null
    await disconnect(work)
    const wasOurs = isOurs(work)
    work.claimedUntil = 0
    if (wasOurs) await db.asService((tx) => giveWorkBack(tx, { mailboxId, node }))
  }

  /** In the queue, so that no operation runs meanwhile: one that is requested then begins with a new claim. */
  function giveBackWhenUnused(mailboxId: string, work: Work): void {
    const end = async (): Promise<void> => {
      if (work.waiting === 0) await giveBack(mailboxId, work)
      if (work.waiting === 0) working.delete(mailboxId)
    }
    work.idleTimer = setTimeout(() => {
      work.queue = work.queue.then(end).catch(report)
    }, idleMs).unref()
  }

  const report = (error: unknown): void => parts.events.backgroundError({ part: 'imap-connections', error })

  /** A server that allows one connection less than it is asked for: work comes before waiting for news. */
  async function openForWork(mailboxId: string, account: MailServerAccount): Promise<ImapConnection> {
    try {
      return await openImapConnection(account, rules)
    } catch (error) {
      const watch = watches.get(mailboxId)
      // Without a response code it looks like a wrong password.
      const codes: unknown[] = ['sign_in_delayed', 'sign_in_refused']
      if (!(error instanceof VendorError && codes.includes(error.code))) throw error
      // Where another node watches, a later attempt succeeds.
      if (!watch) await db.asService((tx) => takeWatchOver(tx, { mailboxId, node }))
      if (!watch) throw error
      watch.end()
      await watch.ended
      return openImapConnection(account, rules)
    }
  }

  async function sessionOf(
    { mailboxId, account }: ImapMailboxKey,
    work: Work,
    { mayBeStale = false }: RunOptions,
  ): Promise<ImapSession> {
    await claim(mailboxId, work)
    const hasResponded = performance.now() - work.respondedAt < aliveAfterResponseMs
    const isUsable = (connection: ImapConnection) =>
      mayBeStale && hasResponded ? connection.isOpen : isAlive(connection)
    if (work.open && !(await isUsable(work.open.connection))) await disconnect(work)
    if (!work.open) {
      const connection = await openForWork(mailboxId, await account())
      work.open = { connection, session: imapSession(connection) }
    }
    return work.open.session
  }

  async function runNow<T>(
    mailbox: ImapMailboxKey,
    work: Work,
    operations: (session: ImapSession) => Promise<T>,
    options: RunOptions,
  ): Promise<T> {
    const { mailboxId } = mailbox
    const keeping = setInterval(() => void keep(mailboxId, work).catch(report), keepEveryMs)
    try {
      const session = await sessionOf(mailbox, work, options)
      const result = await operations(session)
      work.respondedAt = performance.now()
      return result
    } finally {
      clearInterval(keeping)
      work.waiting--
      if (work.isWanted) await giveBack(mailboxId, work).catch(report)
      else if (work.waiting === 0) giveBackWhenUnused(mailboxId, work)
    }
  }

  return {
    run(mailbox, operations, options = {}) {
      const work = workOf(mailbox.mailboxId)
      if (work.idleTimer) clearTimeout(work.idleTimer)
      work.idleTimer = null
      work.waiting++
      const result = work.queue.then(() => runNow(mailbox, work, operations, options))
      work.queue = result.catch(() => undefined)
      return result
    },

    async watch({ mailboxId, account }, { isWanted, onNews }) {
      if (watches.has(mailboxId)) return true
      if (!(await db.asService((tx) => claimWatch(tx, { mailboxId, node })))) return false
      const stopped = new AbortController()
      const isStillOurs = async (): Promise<boolean> =>
        !stopped.signal.aborted &&
        (await db.asService((tx) => claimWatch(tx, { mailboxId, node }))) &&
        (await isWanted())
      const wait = async (): Promise<void> => {
        try {
          await using connection = await openImapConnection(await account(), rules)
          if (stopped.signal.aborted) return
          stopped.signal.addEventListener('abort', () => connection.abort())
          await waitForNews(connection, { isWanted: isStillOurs, onNews, checkEveryMs: keepWatchEveryMs })
        } finally {
          watches.delete(mailboxId)
          await db.asService((tx) => giveWatchBack(tx, { mailboxId, node }))
        }
      }
      const ended = wait().catch((error: unknown) => {
        // The job that looks for mailboxes without a watch opens another one.
        if (!(error instanceof VendorError)) report(error)
      })
      watches.set(mailboxId, { end: () => stopped.abort(), ended })
      return true
    },

    send: (account, { from, to, source }, beforeSending) =>
      withSubmission(account, rules, async (transport) => {
        await beforeSending()
        await transport.sendMail({ envelope: { from, to, size: source.length }, raw: source })
      }),

    async close(mailboxId) {
      watches.get(mailboxId)?.end()
      const work = working.get(mailboxId)
      if (!work) return
      work.queue = work.queue.then(() => giveBack(mailboxId, work)).catch(report)
      await work.queue
    },

    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const watch of watches.values()) watch.end()
      // Other nodes take over what this one has claimed as soon as its presence has ended.
      for (const work of working.values()) {
        if (work.idleTimer) clearTimeout(work.idleTimer)
        work.open?.connection.abort()
      }
      await Promise.allSettled([...working.values()].map(({ queue }) => queue))
    },
  }
}
