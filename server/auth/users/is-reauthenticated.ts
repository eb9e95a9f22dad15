import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { consumeTokenByCode } from '../tokens/one-time-token.ts'
import type { User } from '../user-rows/user-queries.ts'
import { isRecentlyAuthenticated } from '../../shared/sessions.ts'
import type { Session } from '../sessions/session-queries.ts'

/**
 * Whether the user has just authenticated: within the last five minutes in this session, or with an emailed code. A
 * wrong code is counted, so the caller must commit in any case.
 */
export async function isReauthenticated(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { user, session, nonce }: { user: Pick<User, 'email'>; session: Session; nonce: string },
): Promise<boolean> {
  if (isRecentlyAuthenticated(session, ctx.clock.now())) return true
  if (!nonce) return false
  return (
    (await consumeTokenByCode(tx, ctx, { email: user.email, code: nonce, purposes: ['reauthentication'] })) !== null
  )
}
