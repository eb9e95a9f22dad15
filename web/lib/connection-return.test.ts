import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConnectionReturn } from './connection-return.ts'

test('accepts a success code only together with its own service', () => {
  expect(readConnectionReturn({ success: 'dropbox_connected', service: 'dropbox', email: 'a@example.com' })).toEqual({
    outcome: 'connected',
    provider: 'dropbox',
  })
  expect(readConnectionReturn({ success: 'dropbox_connected', service: 'google_drive' })).toBeNull()
  expect(readConnectionReturn({ success: 'mailbox_connected', service: 'mailbox' })).toBeNull()
  expect(readConnectionReturn({})).toBeNull()
})

test.each([
  ['access_denied', 'You denied access to your account'],
  ['invalid_request', 'Invalid OAuth request'],
  ['server_error', 'Server error occurred during connection'],
  ['temporarily_unavailable', 'Service temporarily unavailable'],
  ['connection_failed', 'Failed to connect to the service. Please try again.'],
  ['toString', 'Failed to connect to the service. Please try again.'],
])('translates the error code %s into a fixed message', (error, description) => {
  expect(readConnectionReturn({ error })).toEqual({ outcome: 'failed', description })
})

test('never shows text from the URL', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (error, email) => {
      const read = readConnectionReturn({ error, email })
      expect(read?.outcome).toBe('failed')
      expect(new Set(['Failed to connect to the service. Please try again.'])).toContain(
        read?.outcome === 'failed' ? read.description : '',
      )
    }),
  )
})
