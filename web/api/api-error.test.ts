import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError, explain, isFinal, messageOf } from './api-error.ts'

test('what the caller did wrong is not tried again; what may pass is', () => {
  expect([400, 401, 403, 404, 409].map((status) => isFinal(new ApiError('x', status, '')))).toEqual(Array(5).fill(true))
  expect([0, 408, 429, 500, 502, 503].map((status) => isFinal(new ApiError('x', status, '')))).toEqual(
    Array(6).fill(false),
  )
  expect(isFinal(new Error('x'))).toBe(false)
})

test('the usual words, unless those of the server say what to do', () => {
  expect(explain(new ApiError('internal', 500, 'Something'), 'usual')).toBe('usual')
  expect(explain(new ApiError('outlook_not_configured', 503, 'Set it up'), 'usual')).toBe('Set it up')
  expect(explain(new Error('x'), 'usual')).toBe('usual')
})

test('an answer of another shape is told in words', () => {
  const { error } = z.object({ mailboxes: z.array(z.string()) }).safeParse('<html>')
  expect(messageOf(error)).toBe('The server sent something unexpected. Please try again.')
  expect(messageOf(new ApiError('internal', 500, 'Something'))).toBe('Something')
  expect(messageOf(null)).toBe('Please try again later.')
})
