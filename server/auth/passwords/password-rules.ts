import { passwordMinLength } from '../../../contract/limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Long enough for any sentence; longer ones are refused and said so, never cut (security checklist B1). */
const maxLength = 256

export type Weakness = 'length' | 'pwned'

/** Why a password is too weak; empty where it is not. Characters count as people count them, not as UTF-16 does. */
export function weaknesses(password: string, email: string): Weakness[] {
  const found: Weakness[] = []
  if (Array.from(password).length < passwordMinLength) found.push('length')
  const lower = password.toLowerCase()
  if (isCommonPassword(password) || lower === email || lower === email.split('@')[0]) found.push('pwned')
  return found
}

/** @throws AuthError `validation_failed` or, with its reasons, `weak_password` */
export function checkNewPassword(password: string, email: string): void {
  if (password.length > maxLength)
    refuse(400, 'validation_failed', `Password cannot be longer than ${maxLength} characters`)
  const reasons = weaknesses(password, email)
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
