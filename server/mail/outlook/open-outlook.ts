import type { RemoteContext } from '../../context.ts'
import { callWithGrant, validGrant } from '../../grants/call-with-grant.ts'
import { requireSignInAgain } from '../../grants/refresh-grant.ts'
import { openToken } from '../../grants/sealed-tokens.ts'
import { failureScope } from '../../outages/failure-scope.ts'
import { isMailboxUnavailable, isUnauthorized } from '../../vendors/graph/graph-error.ts'
import type { OutlookMailbox } from '../../vendors/graph/graph.ts'
import { callMailbox } from '../access/call-mailbox.ts'
import type { MailboxFailureScope } from '../access/mail-provider.ts'
import type { MailboxTokens } from '../access/token-queries.ts'
import { mailboxGrant } from './mailbox-grant.ts'
import { requireMicrosoft } from './microsoft-clients.ts'

export async function openOutlook<T>(
  ctx: RemoteContext,
  mailboxId: string,
  call: (mailbox: OutlookMailbox) => Promise<T>,
  tokens?: MailboxTokens,
): Promise<T> {
  const { graph } = requireMicrosoft(ctx)
  const grant = mailboxGrant(ctx, mailboxId)
  let generation = 0
  try {
    const attempt = (token: string, row: MailboxTokens): Promise<T> => {
      generation = row.generation
      return call(graph.forMailbox(token, mailboxId))
    }
    return await callWithGrant(ctx, grant, attempt, tokens)
  } catch (error) {
    // Graph refused the previous sign-in; the user has signed in again and the new tokens are untested.
    const isSuperseded = isUnauthorized(error) && !(await requireSignInAgain(ctx, grant, generation))
    if (isSuperseded) return openOutlook(ctx, mailboxId, call)
    throw error
  }
}

/** Graph refuses the token or the mailbox, or the organization refuses us at Entra. */
export function outlookFailureScope(error: unknown): MailboxFailureScope {
  if (isUnauthorized(error)) return 'sign-in'
  if (isMailboxUnavailable(error)) return 'unavailable'
  return failureScope(error) === 'tenant' ? 'organization' : null
}

const provider = { open: openOutlook, scopeOf: outlookFailureScope }

/** `withMailbox`, with what only Outlook has. */
export const withOutlook = <T>(
  ctx: RemoteContext,
  mailboxId: string,
  call: (mailbox: OutlookMailbox) => Promise<T>,
): Promise<T> => callMailbox(ctx, mailboxId, () => provider, call)

/**
 * An access token that is valid for more than five minutes.
 * @throws MailboxAccessError, or VendorError while Entra fails or the mailbox is paused
 */
export async function accessTokenOf(ctx: RemoteContext, mailboxId: string): Promise<string> {
  const grant = mailboxGrant(ctx, mailboxId)
  const row = await validGrant(ctx, grant)
  return openToken(ctx, grant.sealContextOf(row), 'access', row)
}
