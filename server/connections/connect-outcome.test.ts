import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Provider } from '../../contract/providers.ts'
import { readConfig } from '../config.ts'
import { ServiceError } from '../vendors/services/service-error.ts'
import { connectedUrl, outcomeOfError, outcomeOfOAuthError, refusedUrl } from './connect-outcome.ts'

const at = { config: readConfig({ PUBLIC_URL: 'http://mail.example.com' }) }
const codes = ['access_denied', 'invalid_request', 'server_error', 'temporarily_unavailable', 'connection_failed']
const refusals = [
  'unauthorized',
  'signed_out',
  'scope',
  'quota',
  'conflict',
  'gone',
  'later',
  'unknown',
  'refused',
] as const

test('any service error becomes one of five codes in the URL of our page', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...refusals), fc.nat(599), (word, refusal, status) => {
      const error = new ServiceError('dropbox', refusal, { status, code: word })
      for (const outcome of [outcomeOfOAuthError(word), outcomeOfError(error)]) {
        expect(codes).toContain(outcome)
        expect(refusedUrl(at, outcome)).toBe(`http://mail.example.com/connections?error=${outcome}`)
      }
    }),
  )
})

test.each([
  ['access_denied', 'access_denied'],
  ['invalid_request', 'invalid_request'],
  ['invalid_scope', 'invalid_request'],
  ['unsupported_response_type', 'invalid_request'],
  ['unauthorized_client', 'invalid_request'],
  ['server_error', 'server_error'],
  ['temporarily_unavailable', 'temporarily_unavailable'],
  ['interaction_required', 'connection_failed'],
])('the OAuth error %s becomes %s', (error, outcome) => {
  expect(outcomeOfOAuthError(error)).toBe(outcome)
})

test('any email address is passed on unchanged, without further parameters', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Provider.options),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      (provider, email) => {
        const url = new URL(connectedUrl(at, provider, email))
        expect(url.origin + url.pathname + url.hash).toBe('http://mail.example.com/connections')
        expect([...url.searchParams]).toEqual([
          ['success', `${provider}_connected`],
          ['service', provider],
          ['email', email],
        ])
      },
    ),
  )
})

test('omits the email parameter for an account without an address', () => {
  expect(connectedUrl(at, 'teamleader', null)).toBe(
    'http://mail.example.com/connections?success=teamleader_connected&service=teamleader',
  )
})
