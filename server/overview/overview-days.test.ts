import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TimeZone } from '../../contract/functions/dashboard-overview.ts'
import { lastDays } from './overview-days.ts'

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
      { numRuns: 300 },
    )
  })

  test('starts a day without midnight at the first moment after it', () => {
    const [day] = lastDays(new Date('2026-09-06T12:00:00Z'), 'America/Santiago', 1)
    expect(day).toEqual({ day: '2026-09-06', start: new Date('2026-09-06T04:00:00Z') })
  })
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
