import type { Context } from '../../context.ts'
import { checkPassword } from '../passwords/check-password.ts'
import { isImpossiblePassword } from '../passwords/password-rules.ts'
import { refuse } from '../protocol/auth-error.ts'
import { passwordHashOf } from '../user-rows/user-queries.ts'
import { isReauthenticated } from './is-reauthenticated.ts'
import type { SignedIn } from '../sessions/require-session.ts'

interface ReauthenticationInput {
  signedIn: SignedIn
  /** Empty if absent. A wrong one is refused even in a recent session. */
  currentPassword: string
  /** A code from `/reauthenticate`; empty if absent. */
  nonce: string
  ip: string
}

/**
 * Required before a change of password or address: the current password, a sign-in of this session within the last five
 * minutes, or an emailed code. Enforced by the server, not by the page. Runs in its own transactions, because a failed
 * attempt must be counted although the request is refused.
 * @throws AuthError `current_password_invalid`, `reauthentication_needed` or `reauthentication_not_valid`
 */
export async function requireReauthentication(
  ctx: Pick<Context, 'clock' | 'db' | 'events' | 'passwords'>,
  { signedIn, currentPassword, nonce, ip }: ReauthenticationInput,
): Promise<void> {
  const { user, session } = signedIn
  if (currentPassword) {
    const stored = await ctx.db.asAccounts((tx) => passwordHashOf(tx, user.id))
    const attempt = { email: user.email, ip, stored, password: currentPassword }
    const isRight = !isImpossiblePassword(currentPassword) && (await checkPassword(ctx, attempt))
    if (isRight) return
    refuse(400, 'current_password_invalid', 'The current password is wrong. Please enter it again.')
  }
  if (await ctx.db.asAccounts((tx) => isReauthenticated(tx, ctx, { user, session, nonce }))) return
  if (nonce) refuse(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  refuse(
    400,
    'reauthentication_needed',
    'This change requires reauthentication: please sign in with your current password again, ' +
      'or ask for a code by email',
  )
}
