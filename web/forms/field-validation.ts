import { passwordMinLength } from '../../contract/limits.ts'
import { t } from '../texts/translate.ts'

const currentPasswordMinLength = 6

/** Error messages of the account forms; null: valid. The server validates again. */
const passwordError = (password: string, min: number): string | null =>
  password.length >= min ? null : t('Password must be at least {min} characters', { min })

export const currentPasswordError = (password: string): string | null =>
  passwordError(password, currentPasswordMinLength)

export const firstPasswordError = (password: string): string | null => passwordError(password, passwordMinLength)

export const newPasswordError = (password: string): string | null =>
  password.length >= passwordMinLength
    ? null
    : t('New password must be at least {min} characters', { min: passwordMinLength })

export const confirmationError = (password: string, confirmation: string): string | null =>
  password === confirmation ? null : t("Passwords don't match")

/** Deliberately loose: addresses can contain characters of any script. */
export const emailError = (email: string): string | null =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(email) ? null : t('Please enter a valid email address')

export const codeError = (code: string): string | null =>
  code.length > 0 ? null : t('Please enter the code from the email')
