import { nodeHeartbeatMs } from '../../db/limits.ts'
import type { OtherWorkers } from '../../db/presence.ts'

/** The mailboxes that a node sorts, and its share of those that all workers sort. */
export interface MailboxShare {
  /** Mailboxes that this node sorts now. */
  count(): number
  /** The node begins to sort a mailbox. */
  begin(): MailboxTurn
  /** A heartbeat of this node has read what the other workers sort. */
  update(others: OtherWorkers): void
}

interface MailboxTurn extends Disposable {
  /** Whether another worker should continue with the mailbox. Each `true` is one mailbox less above the share. */
  isSurplus(): boolean
}

/** By then each worker has sent a heartbeat that counts the mailboxes which it has taken over. */
const settlingMs = 2 * nodeHeartbeatMs

/** @param now milliseconds of a monotonic clock */
export function createMailboxShare(now: () => number = () => performance.now()): MailboxShare {
  let count = 0
  let surplus = 0
  let settledAt = Number.NEGATIVE_INFINITY
  return {
    count: () => count,
    begin() {
      count++
      return {
        isSurplus() {
          if (surplus === 0) return false
          surplus--
          settledAt = now() + settlingMs
          return true
        },
        [Symbol.dispose]: () => void count--,
      }
    },
    update({ workers, mailboxes }) {
      const share = Math.ceil((count + mailboxes) / (workers + 1))
      const current = Math.max(0, count - share)
      // A mailbox on its way to another worker is in no count, which makes the share too small.
      surplus = now() < settledAt ? Math.min(surplus, current) : current
    },
  }
}
