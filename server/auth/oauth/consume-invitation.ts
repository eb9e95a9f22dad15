import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { lockTokenByHash, deleteOneTimeToken } from '../tokens/one-time-token-queries.ts'
import { refuse } from '../protocol/auth-error.ts'
import { lockUser, type User } from '../user-rows/user-queries.ts'

/**
 * Consumes an invitation with which the user signs in with a provider. It was sent to the mailbox, so it proves the
 * address even if the provider has not verified it.
 * @param email the provider's address, which must match the invitation
 * @throws AuthError 404 `user_not_found`, 400 `validation_failed`
 */
export async function consumeInvitation(
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
  await deleteOneTimeToken(tx, token.id)
  return user
}
