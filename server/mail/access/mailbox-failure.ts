import { AppError } from '../../errors.ts'
import { mailboxJobRetryMs } from '../../limits.ts'
import { classifyFailure } from '../../outages/classify-failure.ts'
import { EntraError } from '../../vendors/oauth/entra-error.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { MailboxAccessError } from './mailbox-access-error.ts'

/** How long work waits after a failed call for its next attempt; null where that would be refused, too. */
export function retryWaitMs(error: unknown): number | null {
  const { outage, kind, waitMs } = classifyFailure(error)
  const isFinal = outage === null && (kind === 'refused' || kind === 'unexpected')
  return isFinal ? null : Math.max(waitMs ?? 0, mailboxJobRetryMs)
}

/** The mailbox is down, busy, or refuses our sign-in until the user renews it. Its state after the call is unknown. */
export const isMailboxUnreachable = (error: unknown): boolean =>
  error instanceof MailboxAccessError ? error.kind !== 'gone' : retryWaitMs(error) !== null

/**
 * The error that the user sees for a failure of the mailbox's provider. Unexpected errors are returned unchanged and
 * become `internal`.
 */
export function asMailboxFailure(error: unknown): unknown {
  if (error instanceof MailboxAccessError) {
    if (error.kind === 'auth') return new AppError('mailbox_reauth_required')
    return new AppError(error.kind === 'gone' ? 'mailbox_disconnected' : 'mailbox_unavailable')
  }
  if (!(error instanceof VendorError)) return error
  if (error instanceof EntraError && error.administratorNeeded) return new AppError('admin_approval_required')
  if (error.outage === 'provider') return new AppError('outlook_unreachable')
  if (error.status === 429 || error.retryAfterMs !== null) return new AppError('outlook_busy')
  return new AppError(error.transient ? 'outlook_unreachable' : 'outlook_refused')
}

/** Runs a call to the mailbox for a waiting user. @throws the error of `asMailboxFailure` */
export async function mapMailboxFailure<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw asMailboxFailure(error)
  }
}
