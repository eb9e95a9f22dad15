import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError, errorMessageOr, isPermanent, messageOf } from './api-error.ts'

test('treats client errors as permanent, and time-outs, rate limits and server errors as temporary', () => {
  expect([400, 401, 403, 404, 409].map((status) => isPermanent(new ApiError('x', status, '')))).toEqual(
    Array(5).fill(true),
  )
  expect([0, 408, 429, 500, 502, 503].map((status) => isPermanent(new ApiError('x', status, '')))).toEqual(
    Array(6).fill(false),
  )
  expect(isPermanent(new Error('x'))).toBe(false)
})

test('shows the server message only for codes that tell the user what to do', () => {
  expect(errorMessageOr(new ApiError('internal', 500, 'Something'), 'fallback')).toBe('fallback')
  expect(errorMessageOr(new ApiError('outlook_not_configured', 503, 'Set it up'), 'fallback')).toBe('Set it up')
  expect(errorMessageOr(new Error('x'), 'fallback')).toBe('fallback')
})

test('replaces a schema error with a readable message', () => {
  const { error } = z.object({ mailboxes: z.array(z.string()) }).safeParse('<html>')
  expect(messageOf(error)).toBe('The server sent something unexpected. Please try again.')
  expect(messageOf(new ApiError('internal', 500, 'Something'))).toBe('Something')
  expect(messageOf(null)).toBe('Please try again later.')
})
