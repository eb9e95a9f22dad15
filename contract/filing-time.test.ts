import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filingTime, type FilingSchedule, waitsForReading } from './filing-time.ts'

const schedule = (changes: Partial<FilingSchedule>): FilingSchedule => ({
  fileWhen: 'at_once',
  fileDelayMinutes: 5,
  fileLatestHours: 24,
  fileHours: [8, 18],
  ...changes,
})
const unread = { decidedAt: new Date('2026-06-01T10:00:00Z'), readAt: null, hasCode: false }
const read = { ...unread, readAt: new Date('2026-06-01T12:00:00Z') }
const code = { hasCode: true }

test.each([
  ['at_once', unread, '2026-06-01T10:00:00Z', false],
  ['after_read', unread, null, true],
  ['after_read', read, '2026-06-01T12:05:00Z', false],
  ['by_latest', unread, '2026-06-02T10:00:00Z', true],
  ['by_latest', read, '2026-06-01T12:05:00Z', false],
  ['by_latest', { ...read, readAt: new Date('2026-06-02T09:58:00Z') }, '2026-06-02T10:00:00Z', false],
  ['at_hours', unread, '2026-06-01T16:00:00Z', false],
  ['at_once', { ...unread, ...code }, null, true],
  ['by_latest', { ...unread, ...code }, null, true],
  ['at_hours', { ...unread, ...code }, null, true],
  ['at_once', { ...read, ...code }, '2026-06-01T12:05:00Z', false],
  ['at_hours', { ...read, readAt: new Date('2026-06-01T17:00:00Z'), ...code }, '2026-06-02T06:00:00Z', false],
] as const)('%s, %o: %s', (fileWhen, email, time, isForReading) => {
  expect(filingTime(schedule({ fileWhen }), email, 'Europe/Berlin')).toEqual(time && new Date(time))
  expect(waitsForReading(schedule({ fileWhen }), email)).toBe(isForReading)
})

test.each([
  // The hour is skipped; it comes twice; the last day of a year; the hour itself is over.
  ['2026-03-29T00:30:00Z', 'Europe/Berlin', [2], '2026-03-29T01:00:00Z'],
  ['2026-10-24T23:30:00Z', 'Europe/Berlin', [2], '2026-10-25T00:00:00Z'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', [2], '2026-10-26T01:00:00Z'],
  ['2026-12-31T20:00:00Z', 'America/New_York', [8, 12], '2027-01-01T13:00:00Z'],
  ['2026-06-01T16:00:00Z', 'Europe/Berlin', [8, 18], '2026-06-02T06:00:00Z'],
  ['2026-06-01T12:00:00Z', 'Asia/Kathmandu', [18], '2026-06-01T12:15:00Z'],
])('the hour after %s in %s of %o is %s', (decidedAt, timeZone, fileHours, time) => {
  const email = { ...unread, decidedAt: new Date(decidedAt) }
  expect(filingTime(schedule({ fileWhen: 'at_hours', fileHours }), email, timeZone)).toEqual(new Date(time))
})

test('files at the next of the hours, in every zone and across daylight saving changes', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), moment, hours, (zone, decidedAt, fileHours) => {
      const at = filingTime(schedule({ fileWhen: 'at_hours', fileHours }), { ...unread, decidedAt }, zone)
      const time = at?.getTime() ?? 0
      expect(time).toBeGreaterThan(decidedAt.getTime())
      expect(time - decidedAt.getTime()).toBeLessThanOrEqual(25 * 3_600_000)
      const hour = Number(
        new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(time),
      )
      // The hour before where the clocks skip it.
      expect(fileHours.includes(hour) || fileHours.includes((hour + 23) % 24)).toBe(true)
    }),
  )
})
