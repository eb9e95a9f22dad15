import type { RemoteContext } from '../../context.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import { changeMailboxStatus } from '../mailboxes/mailbox-status.ts'
import type { MailProvider } from './mail-provider.ts'
import { MailboxAccessError } from './mailbox-access-error.ts'
import { recordMailboxFailure } from './record-mailbox-failure.ts'
import { findMailboxAccess, type MailboxAccess } from './mailbox-access-queries.ts'

/**
 * Calls a mailbox through its provider, and records failures that concern the whole mailbox.
 * @param known as for `withMailbox`
 */
export async function callMailbox<Client extends MailboxClient, T>(
  ctx: RemoteContext,
  mailboxId: string,
  providerOf: (kind: string) => Pick<MailProvider<Client>, 'open' | 'scopeOf'>,
  call: (mailbox: Client) => Promise<T>,
  known?: MailboxAccess | null,
): Promise<T> {
  const access = known === undefined ? await readAccess(ctx, mailboxId) : known
  if (!access) throw new MailboxAccessError('gone')
  const provider = providerOf(access.kind)
  try {
    const result = await provider.open(ctx, mailboxId, call, access)
    if (access.status === 'unavailable')
      await ctx.db.asService((tx) => changeMailboxStatus(tx, ctx, mailboxId, 'active'))
    return result
  } catch (error) {
    throw await recordMailboxFailure(ctx, mailboxId, error, await provider.scopeOf(ctx, mailboxId, error))
  }
}

async function readAccess({ db }: RemoteContext, mailboxId: string): Promise<MailboxAccess | null> {
  const [access] = await db.asService((tx, sendLast) => sendLast(() => [findMailboxAccess(tx, mailboxId)]))
  return access
}
