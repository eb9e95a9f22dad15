import type { AuthError } from '@supabase/auth-js'
import { passwordMinLength } from '../../contract/limits.ts'

/** A refusal of the account service; `said` is null where only the page's own words remain. */
export class AuthFailure extends Error {
  readonly said: string | null
  /** The protocol's word for it. */
  readonly code: string | null

  constructor(error: AuthError) {
    super(error.message, { cause: error })
    this.said = wordsOf(error)
    this.code = error.code ?? null
  }
}

/** Why a new password is refused, in the words of the form (the reasons of the protocol's `weak_password`). */
const weaknesses: Record<string, string> = {
  length: `Use at least ${passwordMinLength} characters.`,
  characters: 'Mix in other kinds of characters.',
  pwned: 'This password is known from data leaks. Please choose another one.',
}

/** No answer, a gateway's error page or a server's own failure come through as technical noise. */
function wordsOf(error: AuthError): string | null {
  const { name, status, message } = error
  const reasons: unknown = Reflect.get(error, 'reasons')
  const known = Array.isArray(reasons) ? reasons.flatMap((reason) => weaknesses[String(reason)] ?? []) : []
  if (known.length > 0) return known.join(' ')
  const noise =
    name === 'AuthRetryableFetchError' || name === 'AuthUnknownError' || status === undefined || status >= 500
  return noise || message === '' || message === '{}' ? null : message
}

/** What is said about a failed call: the service's words, else the page's. */
export const saidBy = (error: unknown, usual: string): string => (error instanceof AuthFailure && error.said) || usual

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof AuthFailure && error.code !== null && codes.includes(error.code)

/** How long the service asks to wait before it sends another e-mail; null where it does not. */
export function pauseOf(error: unknown): number | null {
  if (!hasCode(error, 'over_email_send_rate_limit')) return null
  const seconds = Number(/after (\d+) second/.exec(error instanceof Error ? error.message : '')?.[1])
  return Number.isInteger(seconds) ? seconds : null
}
