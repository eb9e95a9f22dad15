import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { putNotice } from '../factors/put-notice.ts'
import { hasVerifiedFactor } from '../factors/queries.ts'
import { removePassword, removeWaysIn } from '../identities/queries.ts'
import type { User } from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import { noteAddressShown } from './confirm-queries.ts'

/**
 * Where sign-up asks for no confirmation, a stranger may have signed up with the address, and be in the account still. Its owner, who
 * shows for the first time that the address is theirs, is left alone in it: no password of before, no identity, no session, nothing under
 * way. They are told, since it may well be their own password that no longer works. The caller adds the way by which they came.
 * @returns the ids of the sessions that ended; null where a second step is set up, for which neither mailbox nor provider may stand in
 */
export async function forgetAssumed(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  user: User,
): Promise<string[] | null> {
  if (await hasVerifiedFactor(tx, user.id)) return null
  await removeWaysIn(tx, user)
  await removePassword(tx, user.id, ctx.clock.now())
  await noteAddressShown(tx, user.id)
  await putNotice(tx, ctx, user, 'password_removed')
  return endSessions(tx, { userId: user.id, scope: 'global' })
}
