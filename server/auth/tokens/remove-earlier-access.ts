import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueAccountNotice } from '../emails/enqueue-account-notice.ts'
import { hasVerifiedFactor } from '../user-rows/factor-queries.ts'
import { clearPassword, deleteSignInMethods } from '../user-rows/identity-queries.ts'
import type { User } from '../user-rows/user-queries.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { markEmailProven } from './email-confirmation-queries.ts'

/**
 * Pre-hijacking: without email confirmation an attacker may have registered this address first and still have access.
 * When the owner proves the mailbox for the first time, all earlier access is removed: password, identities, sessions
 * and pending changes; a job requires a new sign-in to everything that was connected. The owner is notified, because
 * the password may have been their own. The caller adds the identity by which the owner signed in.
 * @returns the ids of the ended sessions; null if the account has a verified factor, which neither mailbox nor provider
 * can replace
 */
export async function removeEarlierAccess(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  user: User,
): Promise<string[] | null> {
  if (await hasVerifiedFactor(tx, user.id)) return null
  await deleteSignInMethods(tx, user)
  await clearPassword(tx, user.id, ctx.clock.now())
  await markEmailProven(tx, user.id)
  await ctx.jobs.enqueue(tx, 'require-new-sign-ins', { userId: user.id })
  await enqueueAccountNotice(tx, ctx, user, 'password_removed')
  return endSessions(tx, { userId: user.id, scope: 'global' })
}
