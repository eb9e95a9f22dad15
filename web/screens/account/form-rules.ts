import { currentPasswordMinLength, passwordMinLength } from '../../../contract/limits.ts'

/** The sentences of specification §5; null where a field is fine. The server has the last word. */
export const currentPasswordProblem = (password: string): string | null =>
  password.length >= currentPasswordMinLength
    ? null
    : `Password must be at least ${currentPasswordMinLength} characters`

export const newPasswordProblem = (password: string): string | null =>
  password.length >= passwordMinLength ? null : `New password must be at least ${passwordMinLength} characters`

export const confirmationProblem = (password: string, confirmation: string): string | null =>
  password === confirmation ? null : "Passwords don't match"

/** Not stricter than needed: addresses may be in any script. */
export const emailProblem = (email: string): string | null =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(email) ? null : 'Please enter a valid email address'

export const codeProblem = (code: string): string | null =>
  code.length > 0 ? null : 'Please enter the code from the email'
