import { expect, test } from 'vitest'
import { msUntilTokenRefresh } from './token-refresh.ts'

const now = new Date('2026-11-21T08:00:00Z')

test.each([
  ['2026-11-21T09:00:00Z', 55 * 60_000],
  ['2026-11-21T08:05:00Z', 0],
  ['2026-11-21T07:00:00Z', 0],
  [null, null],
  ['nonsense', null],
])('a token that expires at %s is refreshed in %s ms', (expires, wait) => {
  expect(msUntilTokenRefresh(expires, now)).toBe(wait)
})
