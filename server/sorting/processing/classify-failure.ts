import { addMs } from '../../clock.ts'
import { accountProbeMs } from '../../limits.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { retryDelayMs, retryPolicies } from '../../retry-delay.ts'
import { pausedCode, VendorError } from '../../vendors/http/vendor-error.ts'
import type { InboxEvent } from './inbox-event-queries.ts'
import { LeaseLost } from './lease.ts'
import { MessageNotVisibleYet } from './read-message.ts'

const transientFailureMinDelayMs = 1000
/** Transient failures outside an outage count as attempts once the message has waited for longer than this. */
const uncountedFailureMs = 24 * 60 * 60_000

/** How sorting reacts to a failure while it processes a message. */
interface ClassifiedFailure {
  pausesMailbox: boolean
  /** Neither Outlook nor the mailbox explains the failure: probably a defect of ours, so it is reported. */
  isUnexpected: boolean
  vendorStatus: number | null
  /** When the next attempt is due. */
  until: Date
  /** This attempt counts. */
  countAttempt: boolean
}

/** No longer than one call is tried for a failing mailbox. */
const waitMsOf = ({ retryAfterMs }: VendorError): number =>
  Math.min(Math.max(retryAfterMs ?? 0, transientFailureMinDelayMs), accountProbeMs)

/** @returns null where another worker holds the mailbox: the failure is not ours to record */
export function classifyFailure(error: unknown, event: InboxEvent, now: Date): ClassifiedFailure | null {
  if (error instanceof LeaseLost) return null
  const expected = { pausesMailbox: false, isUnexpected: false, vendorStatus: null, countAttempt: false }

  // Everything is due as soon as the user has signed in again.
  if (error instanceof MailboxAccessError) return { ...expected, pausesMailbox: true, until: now }
  if (error instanceof MessageNotVisibleYet) return { ...expected, until: addMs(now, error.waitMs), countAttempt: true }
  if (error instanceof VendorError && (error.transient || error.outage)) {
    const failure = { ...expected, vendorStatus: error.status }
    // The pause of the mailbox or of the provider is stored already (`server/outages`); the message waits for it, and
    // is due once it ends, which may be early.
    const isElsewhere = error.outage === 'provider' || error.code === pausedCode || error.status === 429
    if (isElsewhere || (error.outage === null && error.retryAfterMs !== null))
      return { ...failure, pausesMailbox: true, until: addMs(now, waitMsOf(error)) }
    // The delay grows with the age of the event, so that newer messages of the mailbox are tried before one that fails
    // by itself. An outage uses up no attempt, however long it lasts.
    const ageMs = now.getTime() - event.createdAt.getTime()
    const delayMs = Math.min(Math.max(ageMs / 2, waitMsOf(error)), retryPolicies.message.maxMs)
    const countAttempt = error.outage === null && ageMs > uncountedFailureMs
    return { ...failure, pausesMailbox: error.outage !== null, until: addMs(now, delayMs), countAttempt }
  }
  return {
    ...expected,
    isUnexpected: !(error instanceof VendorError),
    vendorStatus: error instanceof VendorError ? error.status : null,
    until: addMs(now, retryDelayMs('message', event.attempts)),
    countAttempt: true,
  }
}
