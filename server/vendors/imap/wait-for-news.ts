import { timeLimitMs } from '../http/time-limit.ts'
import type { ImapConnection } from './imap-connection.ts'
import { mailServerFailure } from './mail-server-failure.ts'

/** IDLE is renewed after half of it: servers and routers on the way drop a silent connection after 5 minutes. */
const idleTimeoutMs = 8 * 60_000

interface Waiting {
  /** Asked in intervals. */
  isWanted: () => Promise<boolean>
  checkEveryMs: number
  onNews: () => Promise<void>
}

/**
 * Waits in the inbox for new email by IDLE, where the server has it, and reports it. IDLE is renewed before it may
 * be forgotten; the answer to that shows that the connection is alive.
 * @throws VendorError when the connection ends; what `onNews` throws
 */
export async function waitForNews(
  connection: ImapConnection,
  { isWanted, checkEveryMs, onNews }: Waiting,
): Promise<void> {
  const { client } = connection
  if (!client.capabilities.has('IDLE')) throw mailServerFailure('imap', 'capability_missing')
  const ended = new AbortController()
  let reporting = Promise.resolve()
  const failures: unknown[] = []
  // What waits for news next reports at its start: none is lost.
  const fail = (error: unknown): void => {
    failures.push(error)
    connection.abort()
  }
  const report = (): void => {
    reporting = reporting.then(onNews).catch(fail)
  }
  const endUnlessWanted = async (): Promise<void> => {
    if (await isWanted()) return
    ended.abort()
    connection.abort()
  }
  client.on('exists', report)
  // Without the database: what says that it is wanted ends by itself, and another check follows.
  const check = setInterval(() => void endUnlessWanted().catch(() => undefined), checkEveryMs)
  try {
    await connection.call((open) => open.mailboxOpen('INBOX', { readOnly: true }))
    // Email may have arrived since the last look.
    report()
    while (!ended.signal.aborted) await idleOnce(connection)
  } catch (error) {
    if (failures.length > 0) throw failures[0]
    if (!ended.signal.aborted) throw error
  } finally {
    clearInterval(check)
    client.off('exists', report)
    await reporting
  }
}

async function idleOnce(connection: ImapConnection): Promise<void> {
  const renewal = setTimeout(() => {
    // Ends IDLE; the answer proves that the server is there.
    connection.call((open) => open.noop()).catch(() => connection.abort())
  }, timeLimitMs(idleTimeoutMs) / 2)
  try {
    await connection.call((open) => open.idle(), { timeoutMs: idleTimeoutMs })
    if (!connection.isOpen) throw mailServerFailure('imap', 'not_reachable')
  } finally {
    clearTimeout(renewal)
  }
}
