import { expect, test } from 'vitest'
import { usageMonth } from './limits.ts'

test.each([
  ['2026-11-30T23:59:59.999Z', '2026-11-01'],
  ['2026-12-01T00:00:00Z', '2026-12-01'],
  ['2026-12-31T23:59:59.999Z', '2026-12-01'],
  ['2027-01-01T00:00:00Z', '2027-01-01'],
  ['2028-02-29T23:59:59.999Z', '2028-02-01'],
  ['2027-04-01T00:30:00+13:00', '2027-03-01'],
])('an email of %s counts in the month that begins on %s', (now, month) => {
  expect(usageMonth(new Date(now))).toBe(month)
})
