import { expect, test } from 'vitest'
import { formatCount, formatMoment, formatPercent, formatPrice } from './format.ts'

test('formats prices, percentages and counts', () => {
  expect(formatPrice(1900)).toBe('$19.00')
  expect(formatPercent(0.756)).toBe('76%')
  expect(formatCount(1, 'folder')).toBe('1 folder')
  expect(formatCount(1200, 'folder')).toBe('1,200 folders')
})

test('omits the date of a time today', () => {
  const now = new Date(2026, 10, 21, 9, 0)
  expect(formatMoment(new Date(2026, 10, 21, 8, 5).toISOString(), now)).toBe('8:05 AM')
  expect(formatMoment(new Date(2026, 10, 20, 8, 5).toISOString(), now)).toContain('Nov 20, 2026')
  expect(formatMoment('nonsense', now)).toBe('Unknown')
})
