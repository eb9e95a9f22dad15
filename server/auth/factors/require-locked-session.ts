import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { refuse } from '../protocol/auth-error.ts'
import { lockUser } from '../user-rows/user-queries.ts'
import { sessionById } from '../sessions/session-queries.ts'
import { requireSession, type SignedIn } from '../sessions/require-session.ts'
import { findFactor, type Factor } from '../user-rows/factor-queries.ts'

/**
 * The user of a request, with the row locked: operations on one user's factors run one after the other, so that no code
 * is used twice and concurrent requests cannot exceed a limit.
 * @throws AuthError as `requireSession`
 */
export async function requireLockedSession(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'access'>,
  headers: Headers,
): Promise<Omit<SignedIn, 'claims'>> {
  const signedIn = await requireSession(tx, ctx, headers)
  const user = await lockUser(tx, signedIn.user.id)
  // Read again: a concurrent request may have changed or ended the session.
  const session = await sessionById(tx, signedIn.session.id)
  if (!user || !session) refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  return { user, session }
}

/** The factor in the path. @throws AuthError 404, also for another user's factor */
export async function requireOwnFactor(tx: Tx, userId: string, { params }: RawCall): Promise<Factor> {
  const id = z.uuid().safeParse(params['id'])
  if (!id.success) refuse(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = await findFactor(tx, { userId, factorId: id.data })
  return factor ?? refuse(404, 'mfa_factor_not_found', 'Factor not found')
}
