import type { Context } from '../context.ts'
import { Failure } from '../errors.ts'
import { EntraError } from '../vendors/entra-error.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import { MailboxProblem } from './mailbox-problem.ts'

/** Outlook cannot be reached: down, busy, or closed to us until the person signs in again. Its state after the call is unknown. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof MailboxProblem) return error.kind !== 'gone'
  return error instanceof VendorError && error.transient
}

/** What the person is told when Outlook, or Entra, says no. Anything unexpected stays what it is and is hidden by the frame. */
export function asOutlookFailure(error: unknown): unknown {
  if (error instanceof MailboxProblem) {
    if (error.kind === 'auth') return new Failure('mailbox_reauth_required')
    return new Failure(error.kind === 'gone' ? 'mailbox_disconnected' : 'mailbox_unavailable')
  }
  if (!(error instanceof VendorError)) return error
  if (error instanceof EntraError && error.administratorNeeded) return new Failure('admin_approval_required')
  if (error.status === 429 || error.retryAfterMs !== null) return new Failure('outlook_busy')
  return new Failure(error.transient ? 'outlook_unreachable' : 'outlook_refused')
}

/** Our registration is wrong (secret, scopes, addresses): no mailbox and no person can help that. */
export function tellOperator(ctx: Pick<Context, 'events'>, error: unknown): void {
  if (!(error instanceof EntraError) || error.transient || error.signInNeeded) return
  ctx.events.backgroundError({ part: 'entra', error })
}

/** Runs `work` for a person who waits for the answer. @throws Failure with one of the listed codes where Outlook is to blame */
export async function orOutlookFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asOutlookFailure(error)
  }
}
