import type { Context } from '../../context.ts'
import { refuse } from '../protocol/auth-error.ts'

/** @throws AuthError `signup_disabled` where not everyone may create an account */
export function requireOpenSignUp({ config }: Pick<Context, 'config'>): void {
  if (config.auth.signUp !== 'open') refuse(422, 'signup_disabled', 'Signups not allowed for this instance')
}

/** @throws AuthError `signup_disabled` where sign-up is closed, also by invitation */
export function requireInvitations({ config }: Pick<Context, 'config'>): void {
  if (config.auth.signUp === 'closed') refuse(422, 'signup_disabled', 'Signups not allowed for this instance')
}
