import { defaultProductName, passwordMinLength } from '../../../contract/limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Long enough for any sentence; longer ones are refused and said so, never cut (security checklist B1). */
const maxLength = 256

export type Weakness = 'length' | 'pwned'

/** Why a password is too weak; empty where it is not. Characters count as people count them, not as UTF-16 does. */
export async function weaknesses(password: string, email: string): Promise<Weakness[]> {
  const found: Weakness[] = []
  if (Array.from(password).length < passwordMinLength) found.push('length')
  const [local = ''] = email.split('@')
  if (await isCommonPassword(password, [email, local, defaultProductName.toLowerCase()])) found.push('pwned')
  return found
}

/**
 * To be called wherever a password is set: sign-up, change, reset, by an operator (security checklist B1).
 * @throws AuthError `validation_failed` or, with its reasons, `weak_password`
 */
export async function checkNewPassword(password: string, email: string): Promise<void> {
  if (password.length > maxLength)
    refuse(400, 'validation_failed', `Password cannot be longer than ${maxLength} characters`)
  const reasons = await weaknesses(password, email)
  if (reasons.length === 0) return
  const messages = reasons.map((reason) => weakMessages[reason])
  refuse(422, 'weak_password', messages.join(' '), { weak_password: { reasons } })
}

const weakMessages: Record<Weakness, string> = {
  length: `Password should be at least ${passwordMinLength} characters.`,
  pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
}

/** A password that nobody can have set; it needs no hashing to be known as wrong. */
export const isImpossible = (password: string): boolean => password.length === 0 || password.length > maxLength
