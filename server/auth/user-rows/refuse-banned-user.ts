import type { Context } from '../../context.ts'
import { refuse } from '../protocol/auth-error.ts'
import type { User } from './user-queries.ts'

type Clock = Pick<Context, 'clock'>

export const isBanned = ({ clock }: Clock, { banned_until }: Pick<User, 'banned_until'>): boolean =>
  banned_until !== null && banned_until > clock.now()

/** @throws AuthError `user_banned`; as in GoTrue, 400 for a sign-in with a password, otherwise 403 */
export function refuseBannedUser(ctx: Clock, user: Pick<User, 'banned_until'>, status: 400 | 403 = 403): void {
  if (isBanned(ctx, user)) refuse(status, 'user_banned', 'User is banned')
}
