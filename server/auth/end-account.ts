import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { putEmail } from '../emails/put-email.ts'
import { emptyAccount, type User } from './queries.ts'
import { endSessions } from './sessions/queries.ts'

/**
 * From here on nobody can sign in: no session, no password, no provider, and the address is free again. What the person has in other
 * rooms goes with the job, so that a service that does not answer cannot hold up the end.
 * @returns the ids of the sessions that ended
 */
export async function endAccount(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  user: Pick<User, 'id' | 'email'>,
): Promise<string[]> {
  const now = ctx.clock.now()
  const ended = await endSessions(tx, { userId: user.id, scope: 'global' })
  await emptyAccount(tx, user.id, now)
  // Belongs to nobody: it must outlive the account.
  await putEmail(tx, ctx, {
    kind: 'account-notice',
    payload: { notice: 'account_deleted', email: user.email, at: now.toISOString() },
    userId: null,
  })
  await ctx.jobs.enqueue(tx, 'delete-account', { userId: user.id })
  return ended
}
