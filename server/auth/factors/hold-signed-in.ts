import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import { refuse } from '../protocol/auth-error.ts'
import { lockUser } from '../queries.ts'
import { sessionById } from '../sessions/queries.ts'
import { requireSession, type SignedIn } from '../sessions/require-session.ts'
import { factorOf, type Factor } from './queries.ts'

/**
 * The person behind a request. Whatever concerns the second steps of one person happens one after the other, so that nothing is used
 * twice and no limit is passed by asking often at once.
 * @throws AuthError as `requireSession`
 */
export async function holdSignedIn(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'access'>,
  headers: Headers,
): Promise<Omit<SignedIn, 'claims'>> {
  const signedIn = await requireSession(tx, ctx, headers)
  const user = await lockUser(tx, signedIn.user.id)
  // Read again: while this request waited, another may have raised, lowered or ended the session.
  const session = await sessionById(tx, signedIn.session.id)
  if (!user || !session) refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  return { user, session }
}

/** The factor that the address names. @throws AuthError 404, also where it is somebody else's */
export async function ownFactor(tx: Tx, userId: string, { params }: RawCall): Promise<Factor> {
  const id = z.uuid().safeParse(params['id'])
  if (!id.success) refuse(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = await factorOf(tx, { userId, factorId: id.data })
  return factor ?? refuse(404, 'mfa_factor_not_found', 'Factor not found')
}
