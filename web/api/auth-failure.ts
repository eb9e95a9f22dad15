import type { AuthError } from '@supabase/auth-js'
import { passwordMinLength } from '../../contract/limits.ts'
import { t, text } from '../texts/translate.ts'

/** An error of the auth service. */
export class AuthFailure extends Error {
  /** Message for the user; null if the service gave none that is readable. */
  readonly userMessage: string | null
  /** GoTrue error code, e.g. `otp_expired`. */
  readonly code: string | null

  constructor(error: AuthError) {
    super(error.message, { cause: error })
    this.userMessage = userMessageOf(error)
    this.code = error.code ?? null
  }
}

/** By the `reasons` of GoTrue's error `weak_password`. */
const weakPasswordMessages: Record<string, string> = {
  length: text('Use at least {min} characters.'),
  characters: text('Add other kinds of characters.'),
  pwned: text('This password appears in data leaks. Please choose another one.'),
}

/** Null for network errors, error pages of a gateway and server errors: their messages are technical. */
function userMessageOf(error: AuthError): string | null {
  const { name, status, message } = error
  const reasons: unknown = Reflect.get(error, 'reasons')
  const known = Array.isArray(reasons) ? reasons.flatMap((reason) => weakPasswordMessages[String(reason)] ?? []) : []
  if (known.length > 0) return known.map((english) => t(english, { min: passwordMinLength })).join(' ')
  if (name === 'AuthSessionMissingError') return t('You were signed out before the change was saved.')
  const noise =
    name === 'AuthRetryableFetchError' || name === 'AuthUnknownError' || status === undefined || status >= 500
  return noise || message === '' || message === '{}' ? null : t(message)
}

/** The auth service's message if it is fit for users, else the fallback. */
export const authErrorMessage = (error: unknown, fallback: string): string =>
  (error instanceof AuthFailure && error.userMessage) || fallback

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof AuthFailure && error.code !== null && codes.includes(error.code)

/** Seconds until the service sends another email to this address; null for other errors. */
export function retryAfterSeconds(error: unknown): number | null {
  if (!hasCode(error, 'over_email_send_rate_limit')) return null
  const seconds = Number(/after (\d+) second/.exec(error instanceof Error ? error.message : '')?.[1])
  return Number.isInteger(seconds) ? seconds : null
}
