import { afterEach, expect, test } from 'vitest'
import {
  formatAgo,
  formatDateTime,
  formatDay,
  formatMoment,
  formatNumber,
  formatPercent,
  formatPrice,
  formatTime,
} from './format.ts'
import { dayOf, setTimeZone } from './time-zone.ts'

afterEach(() => setTimeZone(null))

test('formats prices, percentages and numbers', () => {
  expect(formatPrice(1900)).toBe('$19.00')
  expect(formatPercent(0.756)).toBe('76%')
  expect(formatNumber(1200)).toBe('1,200')
})

test('omits the date of a time today', () => {
  const now = new Date(2026, 10, 21, 9, 0)
  expect(formatMoment(new Date(2026, 10, 21, 8, 5).toISOString(), now)).toBe('8:05 AM')
  expect(formatMoment(new Date(2026, 10, 20, 8, 5).toISOString(), now)).toContain('Nov 20, 2026')
  expect(formatMoment('nonsense', now)).toBe('Unknown')
})

test('names the day of a moment, and how long ago it was', () => {
  const now = new Date(2026, 2, 1, 0, 30)
  const day = (date: number): string => formatDay(new Date(2026, 1, date, 23, 59).toISOString(), now)
  expect([formatDay(now.toISOString(), now), day(28), day(27)]).toEqual(['Today', 'Yesterday', 'Feb 27, 2026'])
  const ago = (minutes: number): string => formatAgo(new Date(now.getTime() - minutes * 60_000).toISOString(), now)
  expect([0, 1, 59, 60, 1439].map(ago)).toEqual(['just now', '1 min ago', '59 min ago', '1 h ago', '23 h ago'])
  expect(ago(3 * 1440)).toBe('Feb 26, 2026')
})

test("shows days and times of the user's time zone", () => {
  const now = new Date('2027-01-01T02:30:00Z')
  const shown = (zone: string) => {
    setTimeZone(zone)
    return [dayOf(now), formatTime(now.toISOString()), formatDay('2026-12-31T16:00:00Z', now)]
  }
  expect(shown('America/New_York')).toEqual(['2026-12-31', '9:30 PM', 'Today'])
  expect(shown('Asia/Tokyo')).toEqual(['2027-01-01', '11:30 AM', 'Today'])
  expect(shown('UTC')).toEqual(['2027-01-01', '2:30 AM', 'Yesterday'])
  expect(formatMoment('2026-12-31T16:00:00Z', now)).toBe(formatDateTime('2026-12-31T16:00:00Z'))
  // The day before is the one on which daylight saving time began, with 23 hours.
  setTimeZone('Europe/Berlin')
  expect(formatDay('2026-03-28T23:30:00Z', new Date('2026-03-30T10:00:00Z'))).toBe('Yesterday')
  expect(formatDay('2026-03-28T22:30:00Z', new Date('2026-03-30T10:00:00Z'))).toBe('Mar 28, 2026')
})
