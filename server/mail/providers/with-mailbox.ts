import type { RemoteContext } from '../../context.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import { callMailbox } from '../access/call-mailbox.ts'
import type { MailboxAccess } from '../access/mailbox-access-queries.ts'
import { providerOf } from './mail-providers.ts'

/**
 * Calls a mailbox, with at most 4 requests in flight for it on all nodes. `call` runs again when its token is refused,
 * so it should be one request, or requests that may be repeated. Failures that concern the whole mailbox are recorded.
 * @param known what the caller's transaction has just read of the mailbox; null where it has gone
 * @throws MailboxAccessError or VendorError
 */
export const withMailbox = <T>(
  ctx: RemoteContext,
  mailboxId: string,
  call: (mailbox: MailboxClient) => Promise<T>,
  known?: MailboxAccess | null,
): Promise<T> => callMailbox(ctx, mailboxId, providerOf, call, known)
