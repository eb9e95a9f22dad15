import type { Context } from '../../../context.ts'
import type { MailAuthenticationInput } from '../../../../contract/functions/mail-authentication.ts'
import { fail } from '../../../errors.ts'
import { startAuthorization, type AuthorizationFlow } from '../../../grants/authorization.ts'
import { browserBinding } from '../../../http/request/browser-binding.ts'
import type { Caller } from '../../../http/request/caller.ts'
import { requireMicrosoft } from '../microsoft-clients.ts'
import { findOwnMailbox } from '../../mailboxes/mailbox-queries.ts'
import { insertAuthorizationState } from './authorization-queries.ts'

const callbackPath = '/api/microsoft/callback'

export const mailboxFlow: AuthorizationFlow = {
  stateTable: 'app.oauth_states',
  callbackPath,
  browser: browserBinding({ name: 'mailroom_connect', path: callbackPath }),
}

/**
 * Starts the authorization of a mailbox at Microsoft.
 * @param request `mailboxId` signs in to a connected mailbox again; `email` is that of another one; `sending` also
 *   requests `Mail.Send`
 * @param headers receives the cookie that the callback requires
 * @returns the URL to which the browser goes
 * @throws AppError `mailbox_not_found`
 */
export async function startMailboxAuthorization(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'vendors' | 'sealer'>,
  { userId, sessionId }: Caller,
  request: Omit<Extract<MailAuthenticationInput, { action: 'authorize' }>, 'action'>,
  headers: Headers,
): Promise<string> {
  const { entra } = requireMicrosoft(ctx)
  const { mailboxId, mailboxName, email = null, sending = false } = request
  const mailbox = mailboxId === undefined ? null : await ownMailbox(ctx, { userId, mailboxId })
  const started = startAuthorization(ctx, mailboxFlow)
  const state = {
    ...started.row,
    nonce_hash: started.nonceHash,
    user_id: userId,
    session_id: sessionId,
    mailbox_name: mailboxName || null,
    mailbox_id: mailbox?.id ?? null,
    with_send_scope: sending,
  }
  await ctx.db.asService((tx) => insertAuthorizationState(tx, state, ctx.clock.now()))
  headers.append('set-cookie', started.cookie)
  return entra.authorizeUrl({ ...started.request, account: mailbox?.email_address ?? email, sending })
}

const ownMailbox = async (ctx: Pick<Context, 'db'>, at: { userId: string; mailboxId: string }) =>
  (await ctx.db.asService((tx) => findOwnMailbox(tx, at))) ?? fail('mailbox_not_found')
