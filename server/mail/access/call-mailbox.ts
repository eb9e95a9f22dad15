import type { RemoteContext } from '../../context.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import { changeMailboxStatus } from '../mailboxes/mailbox-status.ts'
import type { MailProvider } from './mail-provider.ts'
import { MailboxAccessError } from './mailbox-access-error.ts'
import { recordMailboxFailure } from './mailbox-failure.ts'
import { findTokens, type MailboxTokens } from './token-queries.ts'

/**
 * Calls a mailbox through its provider, and records failures that concern the whole mailbox.
 * @param known as for `withMailbox`
 */
export async function callMailbox<Client extends MailboxClient, T>(
  ctx: RemoteContext,
  mailboxId: string,
  providerOf: (kind: string) => Pick<MailProvider<Client>, 'open' | 'scopeOf'>,
  call: (mailbox: Client) => Promise<T>,
  known?: MailboxTokens | null,
): Promise<T> {
  const tokens = known === undefined ? await readTokens(ctx, mailboxId) : known
  if (!tokens) throw new MailboxAccessError('gone')
  const provider = providerOf(tokens.kind)
  try {
    const result = await provider.open(ctx, mailboxId, call, tokens)
    if (tokens.status === 'unavailable')
      await ctx.db.asService((tx) => changeMailboxStatus(tx, ctx, mailboxId, 'active'))
    return result
  } catch (error) {
    throw await recordMailboxFailure(ctx, mailboxId, error, provider.scopeOf(error))
  }
}

async function readTokens({ db }: RemoteContext, mailboxId: string): Promise<MailboxTokens | null> {
  const [tokens] = await db.asService((tx, sendLast) => sendLast(() => [findTokens(tx, mailboxId)]))
  return tokens
}
