import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { AuthFailure, hasCode, retryAfterSeconds, authErrorMessage } from './auth-failure.ts'

const fallback = 'Please try again later.'
const messageFor = (...error: ConstructorParameters<typeof AuthFailure>): string =>
  authErrorMessage(new AuthFailure(...error), fallback)

test('shows the message of the auth service, and the fallback for technical errors', () => {
  expect(messageFor(new AuthApiError('User is banned', 400, 'user_banned'))).toBe('User is banned')
  expect(messageFor(new AuthApiError('Unexpected failure', 500, 'unexpected_failure'))).toBe(fallback)
  expect(messageFor(new AuthRetryableFetchError('Failed to fetch', 0))).toBe(fallback)
  expect(messageFor(new AuthApiError('{}', 400, undefined))).toBe(fallback)
  expect(authErrorMessage(new Error('an error of the page'), fallback)).toBe(fallback)
})

test('explains each known reason for a weak password, else shows the message of the auth service', () => {
  const weak = (...reasons: string[]): string => {
    const error = new AuthWeakPasswordError('Password is too weak', 422, [])
    return messageFor(Object.assign(error, { reasons }))
  }
  expect(weak('length')).toBe('Use at least 8 characters.')
  expect(weak('length', 'pwned')).toBe(
    'Use at least 8 characters. This password appears in data leaks. Please choose another one.',
  )
  expect(weak('unheard-of')).toBe('Password is too weak')
})

test('reads the seconds to wait from the email rate limit error', () => {
  const refusal = (seconds: number) =>
    new AuthFailure(
      new AuthApiError(
        `For security purposes, you can only request this after ${seconds} seconds.`,
        429,
        'over_email_send_rate_limit',
      ),
    )
  expect([retryAfterSeconds(refusal(42)), retryAfterSeconds(refusal(1))]).toEqual([42, 1])
  expect(
    retryAfterSeconds(new AuthFailure(new AuthApiError('after 5 seconds', 429, 'over_request_rate_limit'))),
  ).toBeNull()
  expect(hasCode(refusal(42), 'otp_expired', 'over_email_send_rate_limit')).toBe(true)
  expect(hasCode(new Error('x'), 'otp_expired')).toBe(false)
})
