import type { Session, User } from '@supabase/auth-js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { needsSecondStep, mayChooseNewPassword } from './access-token.ts'

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
  ['no second step is set up', { aal: 'aal1' }, [], false],
  ['the only second step is unverified', { aal: 'aal1' }, ['unverified'], false],
  ['a verified second step was not passed', { aal: 'aal1' }, ['verified'], true],
  ['the second step was passed', { aal: 'aal2' }, ['unverified', 'verified'], false],
] as const)('needs the second step: %s', (_, claims, statuses, expected) => {
  expect(needsSecondStep(sessionWith(claims, ...statuses))).toBe(expected)
})

test('allows choosing a new password only after a recovery or invite link', () => {
  const by = (...methods: string[]) => sessionWith({ amr: methods.map((method) => ({ method, timestamp: 1 })) })
  expect(mayChooseNewPassword(by('recovery'))).toBe(true)
  expect(mayChooseNewPassword(by('totp', 'recovery'))).toBe(true)
  expect(mayChooseNewPassword(by('invite'))).toBe(true)
  expect(mayChooseNewPassword(by('password', 'totp'))).toBe(false)
})

test('treats an unreadable token as lacking the second step and the right to choose a password', () => {
  fc.assert(
    fc.property(fc.string(), (access_token) => {
      const session = { ...sessionWith({}, 'verified'), access_token }
      expect(needsSecondStep(session)).toBe(true)
      expect(mayChooseNewPassword(session)).toBe(false)
    }),
  )
})
