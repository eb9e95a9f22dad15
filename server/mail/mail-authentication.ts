import type { z } from 'zod'
import {
  MailAuthenticationInput,
  MailAuthenticationOutput,
  type FoundServers,
} from '../../contract/functions/mail-authentication.ts'
import { recordAuditEvent } from '../shared/audit-log.ts'
import { fail } from '../errors.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import type { Context } from '../context.ts'
import type { Caller } from '../http/request/caller.ts'
import { syncMailboxOnConnect } from './folders/sync-mailbox-on-connect.ts'
import { changeImapPassword, connectImap, type ConnectedImap } from './imap/connection/connect-imap.ts'
import { findServers } from './imap/connection/find-servers.ts'
import { disconnectMailbox } from './providers/disconnect-mailbox.ts'
import { mapMailboxFailure } from './access/mailbox-failure.ts'
import { findOwnMailbox } from './mailboxes/mailbox-queries.ts'
import { startMailboxAuthorization } from './outlook/authorization/mailbox-authorization.ts'
import { providerOfMailbox } from './providers/mail-providers.ts'

/** Each may ask the name servers of any domain, and one of its hosts. */
const findServersLimit = { points: 20, seconds: 60 }

/** Each tries a password at a server that the caller chose. */
const mailServerSignInLimit = { points: 10, seconds: 300 }

/** Without a registration at Microsoft no mailbox there can be connected. */
function offered({ config: { microsoft } }: Pick<Context, 'config'>, found: FoundServers): FoundServers {
  if (found.kind !== 'imap') return microsoft ? found : fail('outlook_not_configured')
  return microsoft && !found.help ? { ...found, microsoft: true } : found
}

const connectOrChange = (
  ctx: Context,
  user: Caller,
  input: Extract<MailAuthenticationInput, { action: 'connect-imap' | 'change-password' }>,
): Promise<ConnectedImap> =>
  input.action === 'connect-imap' ? connectImap(ctx, user, input) : changeImapPassword(ctx, user, input)

export const mailAuthentication = functionRoute('mail-authentication', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: MailAuthenticationInput,
  output: MailAuthenticationOutput,
  async handle(ctx, { user, input, headers, from }): Promise<z.input<typeof MailAuthenticationOutput>> {
    if (input.action === 'find-servers') {
      await ctx.limits.consume('find-servers', findServersLimit, user.userId)
      return offered(ctx, await findServers(input.email, ctx.config.imap))
    }
    if (input.action === 'connect-imap' || input.action === 'change-password') {
      await ctx.limits.consume('mail-server-sign-in', mailServerSignInLimit, user.userId)
      const connected = await connectOrChange(ctx, user, input)
      const { mailboxId, isNew } = connected
      const action = isNew ? 'mailbox_connected' : 'mailbox_password_changed'
      await recordAuditEvent(ctx, { ...user, action }, from)
      await syncMailboxOnConnect(ctx, mailboxId)
      return { success: true, mailboxId }
    }
    if (input.action === 'authorize') return { url: await startMailboxAuthorization(ctx, user, input, headers) }
    const { mailboxId } = input
    const at = { userId: user.userId, mailboxId }
    if (input.action === 'disconnect') {
      await disconnectMailbox(ctx, at)
      await recordAuditEvent(ctx, { ...user, action: 'mailbox_disconnected' }, from)
      return { success: true }
    }
    const own = await ctx.db.asService((tx) => findOwnMailbox(tx, at))
    if (!own) fail('mailbox_not_found')
    const provider = await providerOfMailbox(ctx, mailboxId)
    const expiresAt = await mapMailboxFailure(() => provider.renewSignIn(ctx, mailboxId))
    return { success: true, ...(expiresAt && { expires_at: expiresAt.toISOString() }) }
  },
})
