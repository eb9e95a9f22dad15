import { currentPasswordMinLength, passwordMinLength } from '../../contract/limits.ts'

/** Error messages of the account forms; null: valid. The server validates again. */
export const currentPasswordError = (password: string): string | null =>
  password.length >= currentPasswordMinLength
    ? null
    : `Password must be at least ${currentPasswordMinLength} characters`

export const newPasswordError = (password: string): string | null =>
  password.length >= passwordMinLength ? null : `New password must be at least ${passwordMinLength} characters`

export const confirmationError = (password: string, confirmation: string): string | null =>
  password === confirmation ? null : "Passwords don't match"

/** Deliberately loose: addresses can contain characters of any script. */
export const emailError = (email: string): string | null =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(email) ? null : 'Please enter a valid email address'

export const codeError = (code: string): string | null =>
  code.length > 0 ? null : 'Please enter the code from the email'
