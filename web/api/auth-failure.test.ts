import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { AuthFailure, hasCode, pauseOf, saidBy } from './auth-failure.ts'

const usual = 'Please try again later.'
const said = (...error: ConstructorParameters<typeof AuthFailure>): string => saidBy(new AuthFailure(...error), usual)

test('the words of the service are said, its noise is not', () => {
  expect(said(new AuthApiError('User is banned', 400, 'user_banned'))).toBe('User is banned')
  expect(said(new AuthApiError('Unexpected failure', 500, 'unexpected_failure'))).toBe(usual)
  expect(said(new AuthRetryableFetchError('Failed to fetch', 0))).toBe(usual)
  expect(said(new AuthApiError('{}', 400, undefined))).toBe(usual)
  expect(saidBy(new Error('a fault of the page'), usual)).toBe(usual)
})

test('each reason for a weak password is said in words, one that is unknown in those of the service', () => {
  const weak = (...reasons: string[]): string => {
    const error = new AuthWeakPasswordError('Password is too weak', 422, [])
    return said(Object.assign(error, { reasons }))
  }
  expect(weak('length')).toBe('Use at least 8 characters.')
  expect(weak('length', 'pwned')).toBe(
    'Use at least 8 characters. This password is known from data leaks. Please choose another one.',
  )
  expect(weak('unheard-of')).toBe('Password is too weak')
})

test('the pause between two e-mails is read from the refusal', () => {
  const refusal = (seconds: number) =>
    new AuthFailure(
      new AuthApiError(
        `For security purposes, you can only request this after ${seconds} seconds.`,
        429,
        'over_email_send_rate_limit',
      ),
    )
  expect([pauseOf(refusal(42)), pauseOf(refusal(1))]).toEqual([42, 1])
  expect(pauseOf(new AuthFailure(new AuthApiError('after 5 seconds', 429, 'over_request_rate_limit')))).toBeNull()
  expect(hasCode(refusal(42), 'otp_expired', 'over_email_send_rate_limit')).toBe(true)
  expect(hasCode(new Error('x'), 'otp_expired')).toBe(false)
})
