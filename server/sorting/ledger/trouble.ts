import { days, later, minutes } from '../../clock.ts'
import type { Tx } from '../../db/database.ts'
import { MailboxProblem } from '../../mail/mailbox-problem.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { postponeEvent, type InboxEvent } from './inbox-queries.ts'
import { LeaseLost } from './lease.ts'
import { NotVisibleYet } from './read-message.ts'

/** What to do about a failure in the middle of a mail's way. */
export interface Trouble {
  pausesMailbox: boolean
  /** Ours to look into: neither Outlook nor the mailbox explains it. */
  unexpected: boolean
  vendorStatus: number | null
  record(tx: Tx, mailboxId: string, messageId: string): Promise<void>
}

/** Where Outlook asks us to wait and does not say how long. */
const defaultPauseMs = 10_000
const longestPauseMs = minutes(15)
const outageMs = days(1)

/** @returns null where the work is no longer ours to record */
export function troubleWith(error: unknown, event: InboxEvent, now: Date): Trouble | null {
  if (error instanceof LeaseLost) return null
  const wait =
    (ms: number, countTry: boolean): Trouble['record'] =>
    (tx, mailboxId, messageId) =>
      postponeEvent(tx, mailboxId, messageId, { until: later(now, ms), countTry })
  const calm = { pausesMailbox: false, unexpected: false, vendorStatus: null }

  // Waits for the user to sign in again: then everything is due at once.
  if (error instanceof MailboxProblem) return { ...calm, pausesMailbox: true, record: wait(0, false) }
  if (error instanceof NotVisibleYet) return { ...calm, record: wait(error.waitMs, true) }
  if (error instanceof VendorError && error.transient) {
    const at = { ...calm, vendorStatus: error.status }
    // The mail room has noted the pause; here only the mail's own turn is put off.
    if (error.status === 429 || error.retryAfterMs !== null) {
      return {
        ...at,
        pausesMailbox: true,
        record: wait(Math.min(error.retryAfterMs ?? defaultPauseMs, longestPauseMs), false),
      }
    }
    // The longer it lasts, the rarer we ask. An outage is not the mail's fault, until it has lasted longer than any outage.
    const age = now.getTime() - event.createdAt.getTime()
    return { ...at, record: wait(Math.min(Math.max(age / 2, 1000), minutes(10)), age > outageMs) }
  }
  return {
    ...calm,
    unexpected: !(error instanceof VendorError),
    vendorStatus: error instanceof VendorError ? error.status : null,
    record: wait(Math.min(2 ** event.attempts * 1000, minutes(10)), true),
  }
}
