import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { takeByCode } from '../one-time/one-time-token.ts'
import type { User } from '../queries.ts'
import { isFresh } from './fresh-proof.ts'
import type { Session } from './queries.ts'

/**
 * Whether the person has just shown that it is them: by a first step within five minutes in this session, or with a code that was
 * mailed for the purpose. A wrong code is counted, so the caller has to commit whatever the answer.
 */
export async function hasProof(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { user, session, nonce }: { user: Pick<User, 'email'>; session: Session; nonce: string },
): Promise<boolean> {
  if (isFresh(session, ctx.clock.now())) return true
  if (!nonce) return false
  return (await takeByCode(tx, ctx, { email: user.email, code: nonce, purposes: ['reauthentication'] })) !== null
}
