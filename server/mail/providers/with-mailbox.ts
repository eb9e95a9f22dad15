import type { RemoteContext } from '../../context.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import { callMailbox } from '../access/call-mailbox.ts'
import type { MailboxTokens } from '../access/token-queries.ts'
import { providerOf } from './mail-providers.ts'

/**
 * Calls a mailbox, with at most 4 requests in flight for it on all nodes. `call` runs again when its token is refused,
 * so it should be one request, or requests that may be repeated. Failures that concern the whole mailbox are recorded.
 * @param known the mailbox's tokens where the caller's transaction has just read them; null where there are none
 * @throws MailboxAccessError or VendorError
 */
export const withMailbox = <T>(
  ctx: RemoteContext,
  mailboxId: string,
  call: (mailbox: MailboxClient) => Promise<T>,
  known?: MailboxTokens | null,
): Promise<T> => callMailbox(ctx, mailboxId, providerOf, call, known)
