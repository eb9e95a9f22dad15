import { z } from 'zod'
import type { Clock } from '../../../clock.ts'
import type { Database } from '../../../db/database.ts'
import type { Presence } from '../../../db/presence.ts'
import { createConcurrencyLimiter } from '../../../vendors/http/concurrency-limiter.ts'
import type { MailboxLimiter } from '../../../vendors/mailbox/mailbox-limiter.ts'
import { MailboxSlots } from './mailbox-slots.ts'
import { exchangeSlots, findSharedMailboxes, slotChannel, type SlotRequest } from './slot-queries.ts'

/** Interval in which a node that uses a mailbox's slots adapts their number to the needs of all nodes. */
export const slotIntervalMs = 100
/** How long a node keeps unused slots that no other node wants. */
const slotIdleMs = 500
/** Database connections that exchanges of slots may use at once, per process. */
const slotMaxQueries = 2

const Announcement = z.object({ mailboxId: z.uuid(), node: z.number().nullable() })

interface LimiterParts {
  db: Database
  presence: Pick<Presence, 'node' | 'epoch' | 'beat'>
  clock: Clock
}

/**
 * Limits the concurrent calls of a mailbox over all nodes. A node holds slots while it has work for the mailbox, so
 * that most calls cost no query; while other nodes want slots too, their number is adapted in short intervals.
 */
export async function createSharedMailboxLimiter(parts: LimiterParts): Promise<MailboxLimiter & AsyncDisposable> {
  const { db, presence, clock } = parts
  const active = new Map<string, MailboxSlots>()
  // Many mailboxes may start or end their work at once, and must not use all connections of the node.
  const queries = createConcurrencyLimiter()
  let timer: NodeJS.Timeout | null = null
  let isChecking = false

  function slotsOf(mailboxId: string): MailboxSlots {
    const known = active.get(mailboxId)
    if (known) return known
    const slots = new MailboxSlots({
      now: () => clock.now().getTime(),
      epoch: () => presence.epoch(),
      exchange: (demand) => queries.run('exchange', slotMaxQueries, () => exchange(parts, mailboxId, demand)),
      ended() {
        active.delete(mailboxId)
        if (active.size === 0) stopTimer()
      },
    })
    active.set(mailboxId, slots)
    timer ??= setInterval(() => void checkAll(), slotIntervalMs).unref()
    return slots
  }

  function stopTimer(): void {
    if (timer) clearInterval(timer)
    timer = null
  }

  async function checkAll(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      await checkShares(parts, active)
    } catch {
      // Without the database: the presence reports it, and each interval tries again.
    } finally {
      isChecking = false
    }
  }

  const subscription = await db.listen(slotChannel, (payload) => {
    const { mailboxId, node } = Announcement.parse(JSON.parse(payload))
    if (node !== presence.node) active.get(mailboxId)?.requestExchange()
  })

  return {
    run: (mailboxId, work, { ignorePause = false } = {}) => runInSlot(slotsOf(mailboxId), work, ignorePause),
    async [Symbol.asyncDispose]() {
      stopTimer()
      // The slots of this node are free as soon as its presence has ended.
      active.clear()
      await subscription[Symbol.asyncDispose]()
    },
  }
}

async function exchange(
  { db, presence }: Pick<LimiterParts, 'db' | 'presence'>,
  mailboxId: string,
  demand: Pick<SlotRequest, 'wanted' | 'kept'>,
) {
  // Other nodes count this node's slots only while it is present.
  if (presence.epoch() === null) await presence.beat()
  const epoch = presence.epoch()
  const grant = await db.asService((tx) => exchangeSlots(tx, { mailboxId, node: presence.node, ...demand }))
  return { ...grant, epoch }
}

async function runInSlot<T>(slots: MailboxSlots, work: () => Promise<T>, ignorePause: boolean): Promise<T> {
  await slots.enter(ignorePause)
  try {
    return await work()
  } catch (error) {
    slots.recordPause(error)
    throw error
  } finally {
    slots.leave()
  }
}

/** One query for all mailboxes whose slots no other node wanted so far. */
async function checkShares(
  { db, presence: { node } }: Pick<LimiterParts, 'db' | 'presence'>,
  active: ReadonlyMap<string, MailboxSlots>,
): Promise<void> {
  const mailboxIds = [...active].filter(([, slots]) => slots.checkNeeds(slotIdleMs)).map(([id]) => id)
  if (mailboxIds.length === 0) return
  const found = await db.asService((tx) => findSharedMailboxes(tx, { node, mailboxIds }))
  for (const { mailboxId, isShared, pausedUntil } of found) active.get(mailboxId)?.learn({ isShared, pausedUntil })
}
