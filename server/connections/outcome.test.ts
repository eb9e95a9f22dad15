import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Provider } from '../../contract/providers.ts'
import { readConfig } from '../config.ts'
import { ServiceError } from '../vendors/service-error.ts'
import { connectedUrl, outcomeOfError, outcomeOfWord, refusedUrl } from './outcome.ts'

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

test('whatever a service says, the page hears one of five codes at its own address', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...refusals), fc.nat(599), (word, refusal, status) => {
      const error = new ServiceError('dropbox', refusal, { status, code: word })
      for (const outcome of [outcomeOfWord(word), outcomeOfError(error)]) {
        expect(codes).toContain(outcome)
        expect(refusedUrl(at, outcome)).toBe(`http://mail.example.com/connections?error=${outcome}`)
      }
    }),
  )
})

test('whatever an address holds, the page reads it as it is, and nothing else comes along', () => {
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

test('an account without an address has none in the way back', () => {
  expect(connectedUrl(at, 'teamleader', null)).toBe(
    'http://mail.example.com/connections?success=teamleader_connected&service=teamleader',
  )
})
