import type { RemoteContext } from '../../context.ts'
import { callWithGrant, validGrant } from '../../grants/call-with-grant.ts'
import { requireSignInAgain } from '../../grants/refresh-grant.ts'
import { failureScope } from '../../outages/failure-scope.ts'
import { isMailboxUnavailable, isUnauthorized } from '../../vendors/graph/graph-error.ts'
import type { OutlookMailbox } from '../../vendors/graph/graph.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { callMailbox } from '../access/call-mailbox.ts'
import type { MailboxFailureScope } from '../access/mail-provider.ts'
import type { MailboxAccess } from '../access/mailbox-access-queries.ts'
import { mailboxGrant } from './mailbox-grant.ts'
import { requireMicrosoft } from './microsoft-clients.ts'
import { hasOtherTokens, hasTokens, type MailboxTokens } from './token-queries.ts'

export async function openOutlook<T>(
  ctx: RemoteContext,
  mailboxId: string,
  call: (mailbox: OutlookMailbox) => Promise<T>,
  access?: MailboxAccess,
): Promise<T> {
  const { graph } = requireMicrosoft(ctx)
  const grant = mailboxGrant(ctx, mailboxId)
  let generation = 0
  try {
    const attempt = (token: string, row: MailboxTokens): Promise<T> => {
      generation = row.generation
      return call(graph.forMailbox(token, mailboxId))
    }
    const known = access && (hasTokens(access) ? access : null)
    return await callWithGrant(ctx, grant, attempt, known)
  } catch (error) {
    // Graph refused the previous sign-in; the user has signed in again and the new tokens are untested.
    const isSuperseded = isUnauthorized(error) && !(await requireSignInAgain(ctx, grant, generation))
    if (isSuperseded) return openOutlook(ctx, mailboxId, call)
    throw error
  }
}

/** Graph refuses the token or the mailbox, or the organization refuses us at Entra. */
export async function outlookFailureScope(
  ctx: RemoteContext,
  mailboxId: string,
  error: unknown,
): Promise<MailboxFailureScope> {
  if (isUnauthorized(error)) return 'sign-in'
  if (isMailboxUnavailable(error)) return 'unavailable'
  const isRefused = failureScope(error) === 'tenant' && !(error instanceof VendorError && error.outage === 'provider')
  if (!isRefused) return null
  // Where no other mailbox is accepted either, our registration is at fault: that is reported to the operator.
  const areOthersAccepted = await ctx.db.asService((tx) => hasOtherTokens(tx, mailboxId, ctx.clock.now()))
  return areOthersAccepted ? 'unavailable' : null
}

const provider = { open: openOutlook, scopeOf: outlookFailureScope }

/** `withMailbox`, with what only Outlook has. */
export const withOutlook = <T>(
  ctx: RemoteContext,
  mailboxId: string,
  call: (mailbox: OutlookMailbox) => Promise<T>,
): Promise<T> => callMailbox(ctx, mailboxId, () => provider, call)

/**
 * Refreshes the access token unless it is valid for more than five minutes.
 * @throws MailboxAccessError, or VendorError while Entra fails or the mailbox is paused
 */
export const refreshToken = (ctx: RemoteContext, mailboxId: string): Promise<MailboxTokens> =>
  validGrant(ctx, mailboxGrant(ctx, mailboxId))
