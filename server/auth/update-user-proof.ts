import type { Context } from '../context.ts'
import { checkPassword } from './passwords/check-password.ts'
import { isImpossible } from './passwords/password-rules.ts'
import { refuse } from './protocol/auth-error.ts'
import { passwordHashOf } from './queries.ts'
import { hasProof } from './sessions/has-proof.ts'
import type { SignedIn } from './sessions/require-session.ts'

interface Given {
  signedIn: SignedIn
  /** Empty where it was not given; a wrong one is refused however fresh the session. */
  currentPassword: string
  /** A code from `/reauthenticate`, empty where there is none. */
  nonce: string
  ip: string
}

/**
 * Before password or address change: the password given along, a first step within five minutes in this session, or a mailed code
 * (decision T6, security checklist B5). In transactions of its own, since what is wrong must count although the call is refused.
 * @throws AuthError `current_password_invalid`, `reauthentication_needed` or `reauthentication_not_valid`
 */
export async function requireProof(
  ctx: Pick<Context, 'clock' | 'db' | 'events' | 'passwords'>,
  { signedIn, currentPassword, nonce, ip }: Given,
): Promise<void> {
  const { user, session } = signedIn
  if (currentPassword) {
    const stored = await ctx.db.asAccounts((tx) => passwordHashOf(tx, user.id))
    const attempt = { email: user.email, ip, stored, password: currentPassword }
    const isRight = !isImpossible(currentPassword) && (await checkPassword(ctx, attempt))
    if (isRight) return
    refuse(400, 'current_password_invalid', 'Current password is not right. Please type it again.')
  }
  if (await ctx.db.asAccounts((tx) => hasProof(tx, ctx, { user, session, nonce }))) return
  if (nonce) refuse(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  refuse(
    400,
    'reauthentication_needed',
    'This change requires reauthentication: please sign in with your current password again, or ask for a code by email',
  )
}
