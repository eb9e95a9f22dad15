import type { Tx } from '../../db/database.ts'
import { refuse } from '../protocol/auth-error.ts'
import type { SignedIn } from '../sessions/require-session.ts'
import { hasVerifiedFactor } from './queries.ts'

/**
 * Who has set up a second step must have taken it in this session, before anything by which they sign in is changed.
 * @param message the protocol has this one for `PUT /user`
 * @throws AuthError 401 `insufficient_aal`
 */
export async function requireAal2IfEnrolled(
  tx: Tx,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
  message = 'AAL2 session is required to update email or password when MFA is enabled.',
): Promise<void> {
  if (session.aal === 'aal2' || !(await hasVerifiedFactor(tx, user.id))) return
  refuse(401, 'insufficient_aal', message)
}

/**
 * One more second step is set up only by who has passed one already. Asked at each step of it: a factor that somebody began and left,
 * whoever that was, would else be a way round those that are set up.
 * @throws AuthError 403 `insufficient_aal`
 */
export async function requireAal2ToSetUp(tx: Tx, { user, session }: Pick<SignedIn, 'user' | 'session'>): Promise<void> {
  if (session.aal === 'aal2' || !(await hasVerifiedFactor(tx, user.id))) return
  refuse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
}
