import { deactivateAccount } from '../auth/accounts/deactivate-account.ts'
import { lockUser } from '../auth/user-rows/user-queries.ts'
import { isReauthenticated } from '../auth/users/is-reauthenticated.ts'
import { sessionById } from '../auth/sessions/session-queries.ts'
import type { Context } from '../context.ts'
import { fail } from '../errors.ts'
import type { Caller } from '../http/request/caller.ts'
import { requireOtherOperator } from '../shared/operators.ts'

/**
 * Deletes the caller's account: access ends immediately, and a job removes the data.
 * @param nonce the code of `/reauthenticate` when the last sign-in is too old; empty if absent
 * @throws AppError `reauthentication_needed` or `last_operator`
 */
export async function requestAccountDeletion(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer' | 'access'>,
  { userId, sessionId }: Caller,
  nonce: string,
): Promise<void> {
  const ended = await ctx.db.asAccounts(async (tx) => {
    const user = await lockUser(tx, userId)
    const session = await sessionById(tx, sessionId)
    if (!user || !session) fail('session_ended')
    if (!(await isReauthenticated(tx, ctx, { user, session, nonce }))) return null
    await requireOtherOperator(tx, ctx.clock.now(), userId)
    return deactivateAccount(tx, ctx, user)
  })
  if (!ended) fail('reauthentication_needed')
  ctx.access.evictSessions(ended)
}
