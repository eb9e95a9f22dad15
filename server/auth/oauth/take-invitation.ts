import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { lockTokenByHash, removeOneTimeToken } from '../one-time/queries.ts'
import { refuse } from '../protocol/auth-error.ts'
import { lockUser, type User } from '../queries.ts'

/**
 * The invitation that somebody brings to a provider: it came to their mailbox, so the address is theirs whatever the provider vouches for.
 * @param email what the provider says; must be the one that was invited
 * @throws AuthError 404 `user_not_found`, 400 `validation_failed`
 */
export async function takeInvitation(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  tokenHash: Buffer,
  email: string,
): Promise<User> {
  const token = await lockTokenByHash(tx, tokenHash)
  const isInvitation = token?.purpose === 'invite' && token.expires_at > clock.now()
  const user = isInvitation ? await lockUser(tx, token.user_id) : undefined
  if (!token || !user || user.deleted_at) refuse(404, 'user_not_found', 'User identified by token not found')
  if (user.email !== email)
    refuse(400, 'validation_failed', 'Invited email does not match emails from external provider')
  await removeOneTimeToken(tx, token.id)
  return user
}
