import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, lastDays, localDay, startOfDay } from './local-days.ts'
import { TimeZone } from './functions/dashboard-overview.ts'

/** Creating a format takes a hundred times as long as formatting. */
const dayFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
const before = (moment: Date): Date => new Date(moment.getTime() - 1)

describe('lastDays', () => {
  test('starts each day at its first moment, in every zone and across daylight saving changes', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC')
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zones, moments, (zone, now) => {
        const days = lastDays(now, zone, 30)
        const format = dayFormat(zone)
        expect(days).toHaveLength(30)
        expect(days.at(-1)?.day).toBe(format.format(now))
        for (const { day, start } of days) {
          expect(format.format(start)).toBe(day)
          expect(format.format(before(start)) < day).toBe(true)
        }
      }),
    )
  })
})

test.each([
  // A day ends and a year begins, in the west and in the east of UTC.
  ['2027-01-01T02:30:00Z', 'America/New_York', '2026-12-31'],
  ['2026-12-31T20:30:00Z', 'Asia/Tokyo', '2027-01-01'],
  ['2026-12-31T10:00:00Z', 'Pacific/Kiritimati', '2027-01-01'],
  ['2027-01-01T10:59:59Z', 'Pacific/Pago_Pago', '2026-12-31'],
  // The end of a month, with an offset of 45 minutes; 29 February.
  ['2026-05-31T18:15:00Z', 'Asia/Kathmandu', '2026-06-01'],
  ['2028-03-01T04:59:59Z', 'America/Chicago', '2028-02-29'],
  // An hour before and after the change of daylight saving time.
  ['2026-03-28T22:59:59Z', 'Europe/Berlin', '2026-03-28'],
  ['2026-03-29T22:00:00Z', 'Europe/Berlin', '2026-03-30'],
  ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
])('the day of %s in %s is %s', (moment, timeZone, day) => {
  expect(localDay(new Date(moment), timeZone)).toBe(day)
})

test.each([
  ['2026-12-31', 'America/New_York', '00:00', '2026-12-31T05:00:00Z'],
  ['2026-07-01', 'America/New_York', '00:00', '2026-07-01T04:00:00Z'],
  ['2026-06-01', 'Asia/Kathmandu', '00:00', '2026-05-31T18:15:00Z'],
  ['2026-03-29', 'Europe/Berlin', '06:00', '2026-03-29T04:00:00Z'],
  ['2026-03-28', 'Europe/Berlin', '06:00', '2026-03-28T05:00:00Z'],
  // The hour is skipped; it comes twice.
  ['2026-03-29', 'Europe/Berlin', '02:00', '2026-03-29T01:00:00Z'],
  ['2026-10-25', 'Europe/Berlin', '02:00', '2026-10-25T00:00:00Z'],
  // Midnight comes twice; it is skipped.
  ['2026-11-01', 'America/Havana', '00:00', '2026-11-01T04:00:00Z'],
  ['2026-09-06', 'America/Santiago', '00:00', '2026-09-06T04:00:00Z'],
])('%s in %s, %s, begins at %s', (day, timeZone, time, expected) => {
  expect(startOfDay(day, timeZone, time)).toEqual(new Date(expected))
})

test('adds days over the ends of months and years', () => {
  expect(['2026-12-31', '2028-02-28', '2026-02-28'].map((day) => addDays(day, 1))).toEqual([
    '2027-01-01',
    '2028-02-29',
    '2026-03-01',
  ])
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
})

describe('time zone names', () => {
  test.each(['UTC', 'Europe/Brussels', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Asia/Calcutta'])(
    'accepts %s',
    (name) => {
      expect(TimeZone.safeParse(name).success).toBe(true)
    },
  )
  test.each(['', 'Mars/Olympus', '+02:00', 'UTC; drop table', "Europe/Brussels'", 'x'.repeat(65)])(
    'rejects %s',
    (name) => {
      expect(TimeZone.safeParse(name).success).toBe(false)
    },
  )
})
