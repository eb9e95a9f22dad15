import { addMs } from '../../clock.ts'
import { accountProbeMs } from '../../limits.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { classifyFailure } from '../../outages/classify-failure.ts'
import { retryDelayMs, retryPolicies } from '../../retry-delay.ts'
import type { InboxEvent } from '../queue/inbox-event-queries.ts'
import { LeaseLost } from '../lease/lease.ts'
import { MessageNotVisibleYet } from '../messages/read-message.ts'

const transientFailureMinDelayMs = 1000
/** Transient failures outside an outage count as attempts once the message has waited for longer than this. */
const uncountedFailureMs = 24 * 60 * 60_000

/** How sorting reacts to a failure while it processes a message. */
interface MessageRetry {
  pausesMailbox: boolean
  /** Neither Outlook nor the mailbox explains the failure: probably a defect of ours, so it is reported. */
  isUnexpected: boolean
  vendorStatus: number | null
  /** When the next attempt is due. */
  until: Date
  /** This attempt counts. */
  countAttempt: boolean
}

/** @returns null where another worker holds the mailbox: the failure is not ours to record */
export function planRetry(error: unknown, event: InboxEvent, now: Date): MessageRetry | null {
  if (error instanceof LeaseLost) return null
  const { kind, outage, waitMs, vendorStatus } = classifyFailure(error)
  const retry = { pausesMailbox: outage !== null, isUnexpected: false, vendorStatus, countAttempt: false }

  // Everything is due as soon as the user has signed in again.
  if (error instanceof MailboxAccessError) return { ...retry, pausesMailbox: true, until: now }
  if (error instanceof MessageNotVisibleYet) return { ...retry, until: addMs(now, error.waitMs), countAttempt: true }
  // No longer than one call is tried for a failing mailbox.
  const requestedMs = Math.min(Math.max(waitMs ?? 0, transientFailureMinDelayMs), accountProbeMs)
  // The pause of the mailbox or of the provider is stored already (`server/outages`); the message waits for it, and is
  // due once it ends, which may be early.
  if (outage === 'provider' || kind === 'paused' || kind === 'throttled')
    return { ...retry, pausesMailbox: true, until: addMs(now, requestedMs) }
  if (outage === 'account' || kind === 'failed') {
    // The delay grows with the age of the event, so that newer messages of the mailbox are tried before one that fails
    // by itself. An outage uses up no attempt, however long it lasts.
    const ageMs = now.getTime() - event.createdAt.getTime()
    const delayMs = Math.min(Math.max(ageMs / 2, requestedMs), retryPolicies.message.maxMs)
    return { ...retry, until: addMs(now, delayMs), countAttempt: outage === null && ageMs > uncountedFailureMs }
  }
  const until = addMs(now, retryDelayMs('message', event.attempts))
  return { ...retry, isUnexpected: kind === 'unexpected', until, countAttempt: true }
}
