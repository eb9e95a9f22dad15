import type { RunReason } from '../../contract/action-runs.ts'
import { days, hours, later } from '../clock.ts'
import { ServiceProblem } from '../connections/service-problem.ts'
import { MailboxProblem } from '../mail/mailbox-problem.ts'
import { ServiceError, type ServiceRefusal } from '../vendors/service-error.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import { RunStopped } from './run-stopped.ts'

/** An action that failed this often, or this long, is given up; its owner is told and may try again. */
export const mostTries = 8
const longestMs = days(1)

const firstWaitMs = 30_000
const longestWaitMs = hours(8)
const shortestWaitMs = 1000

/** What to do about an error in the middle of a run. `failed`: another try would be refused just the same. */
export type Trouble =
  | { kind: 'stopped'; stop: RunStopped['stop'] }
  | { kind: 'failed'; reason: RunReason; vendorStatus: number | null }
  | { kind: 'again'; atLeastMs: number; countTry: boolean; unexpected: boolean; vendorStatus: number | null }

const afterServiceRefusal: Partial<Record<ServiceRefusal, RunReason>> = {
  signed_out: 'connection_needs_sign_in',
  scope: 'permission_missing',
  quota: 'quota_full',
  conflict: 'refused',
  gone: 'refused',
  refused: 'refused',
}

const afterServiceProblem = {
  not_connected: 'not_connected',
  signed_out: 'connection_needs_sign_in',
  scope: 'permission_missing',
} as const satisfies Record<ServiceProblem['kind'], RunReason>

export function troubleWith(error: unknown): Trouble {
  if (error instanceof RunStopped) return { kind: 'stopped', stop: error.stop }
  if (error instanceof MailboxProblem) {
    if (error.kind === 'gone') return { kind: 'stopped', stop: 'lost' }
    if (error.kind === 'auth') return { kind: 'failed', reason: 'mailbox_needs_sign_in', vendorStatus: null }
    return { kind: 'again', atLeastMs: 0, countTry: true, unexpected: false, vendorStatus: null }
  }
  if (error instanceof ServiceProblem)
    return { kind: 'failed', reason: afterServiceProblem[error.kind], vendorStatus: null }
  if (!(error instanceof VendorError))
    return { kind: 'again', atLeastMs: 0, countTry: true, unexpected: true, vendorStatus: null }
  const vendorStatus = error.status
  if (error instanceof ServiceError) {
    const reason = afterServiceRefusal[error.refusal]
    if (reason) return { kind: 'failed', reason, vendorStatus }
  } else if (error.status === 507 || error.code === 'ErrorQuotaExceeded') {
    return { kind: 'failed', reason: 'quota_full', vendorStatus }
  } else if (!error.transient) {
    return { kind: 'failed', reason: error.status === 403 ? 'permission_missing' : 'refused', vendorStatus }
  }
  // Nothing was called where the mailbox is known to have to wait.
  const countTry = error.code !== 'paused'
  return { kind: 'again', atLeastMs: error.retryAfterMs ?? 0, countTry, unexpected: false, vendorStatus }
}

/** @param chance between 0 and 1, so that those that failed together do not come back together */
export function nextTry(
  now: Date,
  tries: { attempts: number; since: Date },
  { atLeastMs, countTry }: { atLeastMs: number; countTry: boolean },
  chance: number,
): Date | 'gave_up' {
  const backOff = countTry ? Math.min(firstWaitMs * 3 ** (tries.attempts - 1), longestWaitMs) : shortestWaitMs
  const at = later(now, Math.ceil(Math.max(atLeastMs, backOff * (1 + chance / 4))))
  if (countTry && tries.attempts >= mostTries) return 'gave_up'
  return at.getTime() - tries.since.getTime() > longestMs ? 'gave_up' : at
}
