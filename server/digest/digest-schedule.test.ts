import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DigestFrequency } from '../../contract/functions/email-digest.ts'
import { digestPeriod, nextDueAt } from './digest-schedule.ts'

const at = (text: string): Date => new Date(text)
const due = (frequency: DigestFrequency, now: string, timeZone = 'UTC'): string =>
  nextDueAt(frequency, at(now), timeZone).toISOString()
const minutesOf = (time: Date): string => time.toISOString().slice(0, 16)
interface Given {
  dueAt: string
  now?: string
  coveredUntil?: string
  timeZone?: string
}
function period(frequency: DigestFrequency, { dueAt, now = dueAt, coveredUntil, timeZone = 'UTC' }: Given) {
  const covered = coveredUntil === undefined ? null : at(coveredUntil)
  const found = digestPeriod(frequency, { dueAt: at(dueAt), coveredUntil: covered }, at(now), timeZone)
  return found && [minutesOf(found.from), minutesOf(found.until)]
}

test('is due at 06:00, weekly on Mondays, after a month and a year ends too', () => {
  expect(due('daily', '2026-11-25T05:59:59Z')).toBe('2026-11-25T06:00:00.000Z')
  expect(due('daily', '2026-11-25T06:00:00Z')).toBe('2026-11-26T06:00:00.000Z')
  expect(due('daily', '2026-12-31T23:59:59Z')).toBe('2027-01-01T06:00:00.000Z')
  expect(due('weekly', '2026-11-25T12:00:00Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(due('weekly', '2026-11-30T05:00:00Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(due('weekly', '2026-12-28T06:00:00Z')).toBe('2027-01-04T06:00:00.000Z')
})

test.each([
  ['daily', '2026-12-31T12:00:00Z', 'America/New_York', '2027-01-01T11:00:00.000Z'],
  ['daily', '2026-12-30T20:59:00Z', 'Asia/Tokyo', '2026-12-30T21:00:00.000Z'],
  // In Kiritimati it is Monday already, in Pago Pago still Sunday.
  ['weekly', '2026-11-29T15:00:00Z', 'Pacific/Kiritimati', '2026-11-29T16:00:00.000Z'],
  ['weekly', '2026-11-30T10:30:00Z', 'Pacific/Pago_Pago', '2026-11-30T17:00:00.000Z'],
  // Daylight saving time begins in Europe on 29 March, and ends on 25 October 2026.
  ['daily', '2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-29T04:00:00.000Z'],
  ['daily', '2026-10-24T12:00:00Z', 'Europe/Berlin', '2026-10-25T05:00:00.000Z'],
  ['weekly', '2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-30T04:00:00.000Z'],
] as const)('the %s digest after %s in %s is due at %s', (frequency, now, timeZone, expected) => {
  expect(due(frequency, now, timeZone)).toBe(expected)
})

describe('the period', () => {
  test('is the day before, or the week from Monday to Sunday', () => {
    expect(period('daily', { dueAt: '2026-03-01T06:00:00Z', now: '2026-03-01T06:00:30Z' })).toEqual([
      '2026-02-28T00:00',
      '2026-03-01T00:00',
    ])
    expect(period('weekly', { dueAt: '2026-11-30T06:00:00Z' })).toEqual(['2026-11-23T00:00', '2026-11-30T00:00'])
  })

  test("is the user's day, which can have 23 or 25 hours", () => {
    const berlin = (dueAt: string) => period('daily', { dueAt, timeZone: 'Europe/Berlin' })
    expect(berlin('2026-03-30T04:00:00Z')).toEqual(['2026-03-28T23:00', '2026-03-29T22:00'])
    expect(berlin('2026-10-26T05:00:00Z')).toEqual(['2026-10-24T22:00', '2026-10-25T23:00'])
    const newYork = { dueAt: '2027-01-01T11:00:00Z', timeZone: 'America/New_York' }
    expect(period('daily', newYork)).toEqual(['2026-12-31T05:00', '2027-01-01T05:00'])
  })

  test('contains those that ended while no worker ran', () => {
    expect(period('daily', { dueAt: '2026-11-24T06:00:00Z', now: '2026-11-26T05:00:00Z' })).toEqual([
      '2026-11-23T00:00',
      '2026-11-25T00:00',
    ])
    expect(period('weekly', { dueAt: '2026-11-16T06:00:00Z', now: '2026-11-30T07:00:00Z' })).toEqual([
      '2026-11-09T00:00',
      '2026-11-30T00:00',
    ])
  })

  test('continues the last one after a change of the time zone, and is none where no day has ended', () => {
    const coveredUntil = '2026-11-25T00:00:00Z'
    expect(period('daily', { dueAt: '2026-11-26T11:00:00Z', coveredUntil, timeZone: 'America/New_York' })).toEqual([
      '2026-11-25T00:00',
      '2026-11-26T05:00',
    ])
    expect(period('daily', { dueAt: '2026-11-25T21:00:00Z', coveredUntil, timeZone: 'Asia/Tokyo' })).toEqual([
      '2026-11-25T00:00',
      '2026-11-25T15:00',
    ])
    expect(period('daily', { dueAt: '2026-11-25T06:00:00Z', coveredUntil, timeZone: 'America/New_York' })).toBeNull()
  })
})

test('leaves no gap and no overlap between digests, however late each is sent, in any time zones', () => {
  const start = Date.UTC(2026, 0, 1)
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago')
  const moments = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 * 24 * 3_600_000 }), zones), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(fc.constantFrom(...DigestFrequency.options), moments, (frequency, waits) => {
      let now = new Date(start)
      let dueAt = nextDueAt(frequency, now, 'UTC')
      let coveredUntil: Date | null = null
      for (const [wait, zone] of waits) {
        now = new Date(now.getTime() + wait)
        if (dueAt > now) dueAt = nextDueAt(frequency, now, zone)
        expect(nextDueAt(frequency, now, zone).getTime()).toBeGreaterThan(now.getTime())
        if (dueAt > now) continue
        const found = digestPeriod(frequency, { dueAt, coveredUntil }, now, zone)
        dueAt = nextDueAt(frequency, now, zone)
        if (!found) continue
        if (coveredUntil) expect(found.from).toEqual(coveredUntil)
        expect(found.from.getTime()).toBeLessThan(found.until.getTime())
        expect(found.until.getTime()).toBeLessThanOrEqual(now.getTime())
        coveredUntil = found.until
      }
    }),
  )
})
