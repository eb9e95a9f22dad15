import { composeText } from '../../../contract/compose-text.ts'
import { defaultProductName, passwordMinLength } from '../../../contract/limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Longer passwords are refused, never truncated. */
const passwordMaxLength = 256

type Weakness = 'length' | 'pwned'

/** The reasons why a password is too weak; empty if it is not. Counts code points, not UTF-16 units. */
export async function passwordWeaknesses(password: string, email: string): Promise<Weakness[]> {
  const found: Weakness[] = []
  if (Array.from(password).length < passwordMinLength) found.push('length')
  const [local = ''] = email.split('@')
  if (await isCommonPassword(password, [email, local, defaultProductName.toLowerCase()])) found.push('pwned')
  return found
}

/**
 * Call wherever a password is set: sign-up, change, reset, admin routes.
 * @throws AuthError `validation_failed` or, with its reasons, `weak_password`
 */
export async function checkNewPassword(password: string, email: string): Promise<void> {
  if (password.length > passwordMaxLength)
    refuse(
      400,
      'validation_failed',
      composeText('Password cannot be longer than {number} characters', { number: passwordMaxLength }),
    )
  const reasons = await passwordWeaknesses(password, email)
  if (reasons.length === 0) return
  const messages = reasons.map((reason) => weakMessages[reason])
  refuse(422, 'weak_password', messages.join(' '), { weak_password: { reasons } })
}

const weakMessages: Record<Weakness, string> = {
  length: `Password should be at least ${passwordMinLength} characters.`,
  pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
}

/** A password that cannot be stored, so it is wrong without hashing. */
export const isImpossiblePassword = (password: string): boolean =>
  password.length === 0 || password.length > passwordMaxLength
