import { randomUUID } from 'node:crypto'
import type { AccountLink } from '../../contract/functions/operator-users.ts'
import { createAccountLink, enqueueAccountLink } from '../auth/admin/account-link.ts'
import { ensureInvitedUser } from '../auth/admin/ensure-invited-user.ts'
import { recordAuthEvent } from '../auth/audit-log/record-auth-event.ts'
import { allowedRedirect } from '../auth/flows/redirect-to.ts'
import { normalizeEmail } from '../auth/protocol/normalize-email.ts'
import { lockUser } from '../auth/user-rows/user-queries.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import { recordOperatorEvent, type ActingOperator } from './acting-operator.ts'

type LinkContext = Pick<Context, 'clock' | 'config' | 'db' | 'jobs' | 'sealer' | 'vendors'>

/**
 * Invites by email, or returns the link where the server sends none.
 * @throws AppError `invalid_email`, `invitations_closed` or `account_exists`
 */
export async function inviteUser(ctx: LinkContext, by: ActingOperator, given: string): Promise<AccountLink> {
  const email = normalizeEmail(given) ?? fail('invalid_email')
  if (ctx.config.auth.signUp === 'closed') fail('invitations_closed')
  return ctx.db.asAccounts(async (tx) => {
    const user = await ensureInvitedUser(tx, { id: randomUUID(), email, data: {}, now: ctx.clock.now() })
    if (!user) fail('account_exists')
    const to = { userId: user.id, email, purpose: 'invite', redirectTo: allowedRedirect(ctx, '', 'invite') } as const
    const link = ctx.vendors.smtp ? null : (await createAccountLink(tx, ctx, to, null)).url
    if (link === null) await enqueueAccountLink(tx, ctx, to)
    await recordAuthEvent(tx, ctx, { userId: user.id, action: 'changed_by_operator', detail: 'invited', call: null })
    await recordOperatorEvent(tx, ctx, by, { action: 'account_managed', detail: `invited ${user.id}` })
    return { email, link }
  })
}

/**
 * Lets a user choose a new password.
 * @param delivery `link`: the operator delivers it
 * @throws AppError `account_not_found`
 */
export async function resetPassword(
  ctx: LinkContext,
  by: ActingOperator,
  userId: string,
  delivery: 'email' | 'link' = ctx.vendors.smtp ? 'email' : 'link',
): Promise<AccountLink> {
  return ctx.db.asAccounts(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || user.deleted_at) fail('account_not_found')
    const { email } = user
    const to = { userId, email, purpose: 'recovery', redirectTo: allowedRedirect(ctx, '', 'recovery') } as const
    const link = delivery === 'email' ? null : (await createAccountLink(tx, ctx, to, null)).url
    if (link === null) await enqueueAccountLink(tx, ctx, to)
    await recordOperatorEvent(tx, ctx, by, { action: 'account_managed', detail: `reset the password of ${userId}` })
    return { email, link }
  })
}
