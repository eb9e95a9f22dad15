import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { AppHandle } from '../../bench/lib/bench-app.ts'
import type { BenchMailbox } from '../../bench/lib/mailboxes.ts'
import { findViolations } from '../torture/judge/find-violations.ts'
import { graphCalls, subscriptionsOf, type MailboxOfRun, type MailKind } from '../torture/mailboxes.ts'
import { countEnded, countUnfinished, readCorrections, readLog, readUsage } from '../torture/stored-state.ts'

/** Mail that arrives in a mailbox until it is stopped. */
interface MailLoad extends AsyncDisposable {
  mailbox: BenchMailbox & MailboxOfRun
  /** Message id → kind. */
  delivered: ReadonlyMap<string, MailKind>
  /** Messages in the mailbox before. */
  before: number
  stop(): Promise<void>
}

const PAUSE_MS = 150

export async function startMail(mailbox: MailLoad['mailbox']): Promise<MailLoad> {
  const before = (await mailbox.messages()).length
  const delivered = new Map<string, MailKind>()
  const stopping = new AbortController()
  const arriving = (async () => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      // Three quarters are invoices, which have an action.
      const isNewsletter = n % 4 === 3
      const id = await mailbox.deliver(1000 + 2 * n + (isNewsletter ? 1 : 0))
      delivered.set(id, isNewsletter ? 'newsletter' : 'invoice')
      await delay(PAUSE_MS)
    }
  })()
  const stop = async (): Promise<void> => {
    stopping.abort()
    await arriving
  }
  return { mailbox, delivered, before, stop, [Symbol.asyncDispose]: stop }
}

/** Waits until all mail is sorted, and checks the rules of docs/invariants.md. */
export async function expectAllSorted(app: AppHandle, loads: readonly MailLoad[]): Promise<void> {
  for (const { delivered } of loads) expect(delivered.size).toBeGreaterThan(0)
  const { db } = app.ctx
  const ids = loads.map(({ mailbox }) => mailbox.mailboxId)
  const count = loads.reduce((sum, { delivered }) => sum + delivered.size, 0)
  await expect.poll(() => countEnded(db, ids), { timeout: DRAIN_TIMEOUT_MS }).toBe(count)
  await expect.poll(() => countUnfinished(db, ids), { timeout: DRAIN_TIMEOUT_MS }).toBe(0)
  const calls = await graphCalls(app)
  for (const { mailbox, delivered, before } of loads) {
    const { email, mailboxId, userId } = mailbox
    const violations = findViolations({
      delivered,
      isFiledLater: false,
      before,
      // No restart uses up the attempts of a message.
      attempts: [],
      interruptions: [],
      movedBack: new Map(),
      log: await readLog(db, mailboxId),
      usage: await readUsage(db, userId),
      outlook: await mailbox.messages(),
      corrections: await readCorrections(db, mailboxId),
      subscriptions: await subscriptionsOf(app, mailbox),
      calls: calls.filter((call) => call.mailbox === email),
    })
    expect(violations).toEqual([])
  }
}

/** Work that was interrupted is due again within a minute. */
const DRAIN_TIMEOUT_MS = 180_000
