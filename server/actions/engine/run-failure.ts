import type { RunReason } from '../../../contract/action-runs.ts'
import { Provider } from '../../../contract/providers.ts'
import { addMs } from '../../clock.ts'
import { ConnectionAccessError } from '../../connections/connection-access-error.ts'
import type { RunAccount } from '../../shared/blocked-runs.ts'
import { runMaxAttempts } from '../limits.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { isMailboxError } from '../../mail/providers/mail-providers.ts'
import { ServiceError, type ServiceRefusal } from '../../vendors/services/service-error.ts'
import { quotaFullCode, VendorError } from '../../vendors/http/vendor-error.ts'
import { RunPostponed } from '../runner/run-postponed.ts'
import { RunStopped } from '../runner/run-stopped.ts'
import { classifyFailure } from '../../outages/classify-failure.ts'
import { retryDelayMs } from '../../retry-delay.ts'

export const runMaxRetryMs = 24 * 60 * 60_000
const runMinRetryDelayMs = 1000

/** What `run-actions.ts` does after an error. `failed`: another attempt would be refused in the same way. */
type RunFailure = { kind: 'stopped'; stop: RunStopped['stop'] } | FinalFailure | RetryableFailure

interface FinalFailure {
  kind: 'failed'
  reason: RunReason
  /** The account that the user has to sign in to before another attempt can succeed. */
  blockedBy: RunAccount | null
}

export interface RetryableFailure {
  kind: 'retry'
  minDelayMs: number
  countsAsAttempt: boolean
  /** The provider or the mailbox has an outage: the run waits without limit, and its time of retries starts over. */
  isOutage: boolean
  unexpected: boolean
  vendorStatus: number | null
}

const reasonByServiceRefusal: Partial<Record<ServiceRefusal, RunReason>> = {
  signed_out: 'connection_needs_sign_in',
  scope: 'permission_missing',
  quota: 'quota_full',
  conflict: 'refused',
  gone: 'refused',
  refused: 'refused',
}

const reasonByConnectionError = {
  not_connected: 'not_connected',
  signed_out: 'connection_needs_sign_in',
  scope: 'permission_missing',
} as const satisfies Record<ConnectionAccessError['kind'], RunReason>

const failed = (reason: RunReason, blockedBy: RunAccount | null = null): FinalFailure => ({
  kind: 'failed',
  reason,
  blockedBy,
})

export function classifyRunFailure(error: unknown): RunFailure {
  if (error instanceof RunStopped) return { kind: 'stopped', stop: error.stop }
  if (error instanceof ConnectionAccessError) return failed(reasonByConnectionError[error.kind], error.provider)
  const { outage, kind, waitMs, vendorStatus } = classifyFailure(error)
  const retry = { kind: 'retry', minDelayMs: waitMs ?? 0, isOutage: false, unexpected: false, vendorStatus } as const
  if (error instanceof RunPostponed) return { ...retry, minDelayMs: error.waitMs, countsAsAttempt: false }
  if (error instanceof MailboxAccessError) {
    if (error.kind === 'gone') return { kind: 'stopped', stop: 'claim_lost' }
    if (error.kind === 'auth') return failed('mailbox_needs_sign_in', 'mailbox')
    return { ...retry, countsAsAttempt: true }
  }
  // The schedule of the account decides when the next request is sent; this is when the run asks again. An outage of a
  // mailbox is never about one run: other calls of the mailbox, or the next refresh of tokens, end it. A connected
  // service may fail because of the file of one run, which has to end.
  if (outage !== null)
    return { ...retry, isOutage: outage === 'provider' || isMailboxError(error), countsAsAttempt: false }
  const final = error instanceof VendorError ? finalFailure(error) : null
  return final ?? { ...retry, unexpected: kind === 'unexpected', countsAsAttempt: kind !== 'paused' }
}

/** @returns null where another attempt may succeed */
function finalFailure(error: VendorError): FinalFailure | null {
  if (error instanceof ServiceError) {
    const reason = reasonByServiceRefusal[error.refusal]
    const needsSignIn = error.refusal === 'signed_out' || error.refusal === 'scope'
    return reason ? failed(reason, needsSignIn ? (Provider.safeParse(error.vendor).data ?? null) : null) : null
  }
  if (error.status === 507 || error.code === quotaFullCode) return failed('quota_full')
  if (error.status === 413) return failed('too_large')
  if (error.transient) return null
  if (error.status !== 403) return failed('refused')
  return failed('permission_missing', isMailboxError(error) ? 'mailbox' : null)
}

/**
 * @param jitter between 0 and 1; spreads the retries of runs that failed at the same time
 * @returns when to try again, or `gave_up` after the last attempt or the maximum retry time
 */
export function nextAttemptAt(
  now: Date,
  { attempts, since }: { attempts: number; since: Date },
  { minDelayMs, countsAsAttempt, isOutage }: Pick<RetryableFailure, 'minDelayMs' | 'countsAsAttempt' | 'isOutage'>,
  jitter: number,
): Date | 'gave_up' {
  const backOffMs = countsAsAttempt ? retryDelayMs('actionRun', attempts) : runMinRetryDelayMs
  const at = addMs(now, Math.ceil(Math.max(minDelayMs, backOffMs * (1 + jitter / 4))))
  if (isOutage) return at
  if (countsAsAttempt && attempts >= runMaxAttempts) return 'gave_up'
  return at.getTime() - since.getTime() > runMaxRetryMs ? 'gave_up' : at
}
