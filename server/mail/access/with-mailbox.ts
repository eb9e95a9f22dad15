import type { RemoteContext } from '../../context.ts'
import { callWithGrant, validGrant } from '../../grants/call-with-grant.ts'
import { requireSignInAgain } from '../../grants/refresh-grant.ts'
import { openToken } from '../../grants/sealed-tokens.ts'
import { isUnauthorized } from '../../vendors/graph/graph-error.ts'
import type { OutlookMailbox } from '../../vendors/graph/graph.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import { recordGraphFailure } from './graph-failure.ts'
import { changeMailboxStatus } from '../mailboxes/mailbox-status.ts'
import { requireMicrosoft } from './microsoft-clients.ts'
import { mailboxGrant } from './tokens/mailbox-grant.ts'
import type { MailboxTokens } from './tokens/token-queries.ts'

/**
 * An access token that is valid for more than five minutes.
 * @throws MailboxAccessError, or VendorError while Entra fails or the mailbox is paused
 */
export async function accessTokenOf(ctx: RemoteContext, mailboxId: string): Promise<string> {
  const grant = mailboxGrant(ctx, mailboxId)
  const row = await validGrant(ctx, grant)
  return openToken(ctx, grant.sealContextOf(row), 'access', row)
}

/**
 * Calls a mailbox, with at most 4 requests in flight for it on all nodes. `call` runs again when its token is refused,
 * so it should be one request, or requests that may be repeated. Failures that concern the whole mailbox are recorded.
 * @param known the mailbox's tokens where the caller's transaction has just read them; null where there are none
 * @throws MailboxAccessError or VendorError
 */
export const withMailbox: <T>(
  ctx: RemoteContext,
  mailboxId: string,
  call: (mailbox: MailboxClient) => Promise<T>,
  known?: MailboxTokens | null,
) => Promise<T> = withOutlook

/** `withMailbox`, with what only Outlook has. */
export async function withOutlook<T>(
  ctx: RemoteContext,
  mailboxId: string,
  call: (mailbox: OutlookMailbox) => Promise<T>,
  known?: MailboxTokens | null,
): Promise<T> {
  const { graph } = requireMicrosoft(ctx)
  const grant = mailboxGrant(ctx, mailboxId)
  const used = { generation: 0, wasUnavailable: false }
  try {
    const attempt = (token: string, { generation, status }: MailboxTokens): Promise<T> => {
      used.generation = generation
      used.wasUnavailable ||= status === 'unavailable'
      return call(graph.forMailbox(token, mailboxId))
    }
    const result = await callWithGrant(ctx, grant, attempt, known)
    if (used.wasUnavailable) await ctx.db.asService((tx) => changeMailboxStatus(tx, ctx, mailboxId, 'active'))
    return result
  } catch (error) {
    // Graph refused the previous sign-in; the user has signed in again and the new tokens are untested.
    const isSuperseded = isUnauthorized(error) && !(await requireSignInAgain(ctx, grant, used.generation))
    if (isSuperseded) return withOutlook(ctx, mailboxId, call)
    throw await recordGraphFailure(ctx, mailboxId, error)
  }
}
