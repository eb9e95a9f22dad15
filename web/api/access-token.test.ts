import type { Session, User } from '@supabase/auth-js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHalfWay, mayChoosePassword } from './access-token.ts'

const user: User = { id: 'u', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '' }
const factor = (status: 'verified' | 'unverified') => ({
  id: 'f',
  friendly_name: 'Phone',
  factor_type: 'totp' as const,
  status,
  created_at: '',
  updated_at: '',
})
const sessionWith = (claims: unknown, ...statuses: ('verified' | 'unverified')[]): Session => ({
  access_token: `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.tail`,
  refresh_token: 'r',
  expires_in: 3600,
  token_type: 'bearer',
  user: { ...user, factors: statuses.map(factor) },
})

test.each([
  ['nothing is switched on', { aal: 'aal1' }, [], false],
  ['a set-up was not finished', { aal: 'aal1' }, ['unverified'], false],
  ['the second step is still to come', { aal: 'aal1' }, ['verified'], true],
  ['both are done', { aal: 'aal2' }, ['unverified', 'verified'], false],
] as const)('half-way: %s', (_, claims, statuses, expected) => {
  expect(isHalfWay(sessionWith(claims, ...statuses))).toBe(expected)
})

test('only who came by a link for it may choose a password', () => {
  const by = (...methods: string[]) => sessionWith({ amr: methods.map((method) => ({ method, timestamp: 1 })) })
  expect(mayChoosePassword(by('recovery'))).toBe(true)
  expect(mayChoosePassword(by('totp', 'recovery'))).toBe(true)
  expect(mayChoosePassword(by('invite'))).toBe(true)
  expect(mayChoosePassword(by('password', 'totp'))).toBe(false)
})

test('a token that cannot be read opens nothing', () => {
  fc.assert(
    fc.property(fc.string(), (access_token) => {
      const session = { ...sessionWith({}, 'verified'), access_token }
      expect(isHalfWay(session)).toBe(true)
      expect(mayChoosePassword(session)).toBe(false)
    }),
  )
})
