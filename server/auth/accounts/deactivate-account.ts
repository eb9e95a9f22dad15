import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import { languageOf } from '../../shared/email-recipient.ts'
import { anonymizeUser, type User } from '../user-rows/user-queries.ts'
import { endSessions } from '../sessions/session-queries.ts'

/**
 * Ends all access to an account at once: sessions, password, identities and factors are deleted, and the address is
 * free again. The `delete-account` job removes the data of other modules, so a service that does not respond cannot
 * delay this.
 * @returns the ids of the ended sessions
 */
export async function deactivateAccount(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  user: Pick<User, 'id' | 'email' | 'raw_user_meta_data'>,
): Promise<string[]> {
  const now = ctx.clock.now()
  const ended = await endSessions(tx, { userId: user.id, scope: 'global' })
  await anonymizeUser(tx, user.id, now)
  // The email has no owner row, because it must outlive the account.
  await enqueueEmail(tx, ctx, {
    kind: 'account-notice',
    payload: {
      notice: 'account_deleted',
      email: user.email,
      language: languageOf(user.raw_user_meta_data),
      at: now.toISOString(),
    },
    userId: null,
  })
  await ctx.jobs.enqueue(tx, 'delete-account', { userId: user.id })
  return ended
}
