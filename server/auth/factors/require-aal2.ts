import type { Tx } from '../../db/database.ts'
import { refuse } from '../protocol/auth-error.ts'
import type { SignedIn } from '../sessions/require-session.ts'
import { hasVerifiedFactor } from '../user-rows/factor-queries.ts'

/**
 * A user with a verified factor needs an aal2 session to change any sign-in method.
 * @param message the default is GoTrue's for `PUT /user`
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
 * A user with a verified factor needs an aal2 session to enrol another one. Checked at every step: an attacker with the
 * password could otherwise complete an enrolment that was started before and bypass the verified factor.
 * @throws AuthError 403 `insufficient_aal`
 */
export async function requireAal2ToEnroll(
  tx: Tx,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
): Promise<void> {
  if (session.aal === 'aal2' || !(await hasVerifiedFactor(tx, user.id))) return
  refuse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
}
