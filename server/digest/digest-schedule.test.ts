import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DigestSchedule, everyDay } from '../../contract/functions/email-digest.ts'
import { localDay, weekdayOf } from '../../contract/local-days.ts'
import { digestPeriod, nextDueAt } from './digest-schedule.ts'

const at = (text: string): Date => new Date(text)
const daily: DigestSchedule = { hour: 6, days: everyDay }
const mondays: DigestSchedule = { hour: 6, days: [1] }
const due = (schedule: DigestSchedule, now: string, timeZone = 'UTC'): string =>
  nextDueAt(schedule, at(now), timeZone).toISOString()
const minutesOf = (time: Date): string => time.toISOString().slice(0, 16)
interface Given {
  dueAt: string
  now?: string
  coveredUntil?: string
  timeZone?: string
}
function period(schedule: DigestSchedule, { dueAt, now = dueAt, coveredUntil, timeZone = 'UTC' }: Given) {
  const covered = coveredUntil === undefined ? null : at(coveredUntil)
  const found = digestPeriod(schedule, { dueAt: at(dueAt), coveredUntil: covered }, at(now), timeZone)
  return found && [minutesOf(found.from), minutesOf(found.until)]
}

test('is due at its hour on its days, after a month and a year ends too', () => {
  expect(due(daily, '2026-11-25T05:59:59Z')).toBe('2026-11-25T06:00:00.000Z')
  expect(due(daily, '2026-11-25T06:00:00Z')).toBe('2026-11-26T06:00:00.000Z')
  expect(due(daily, '2026-12-31T23:59:59Z')).toBe('2027-01-01T06:00:00.000Z')
  expect(due(mondays, '2026-11-25T12:00:00Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(due(mondays, '2026-12-28T06:00:00Z')).toBe('2027-01-04T06:00:00.000Z')
  const evenings = { hour: 23, days: [2, 5] }
  expect(due(evenings, '2026-11-24T22:00:00Z')).toBe('2026-11-24T23:00:00.000Z')
  expect(due(evenings, '2026-11-24T23:00:00Z')).toBe('2026-11-27T23:00:00.000Z')
})

test.each([
  [daily, '2026-12-31T12:00:00Z', 'America/New_York', '2027-01-01T11:00:00.000Z'],
  [daily, '2026-12-30T20:59:00Z', 'Asia/Tokyo', '2026-12-30T21:00:00.000Z'],
  // In Kiritimati it is Monday already, in Pago Pago still Sunday.
  [mondays, '2026-11-29T15:00:00Z', 'Pacific/Kiritimati', '2026-11-29T16:00:00.000Z'],
  [mondays, '2026-11-30T10:30:00Z', 'Pacific/Pago_Pago', '2026-11-30T17:00:00.000Z'],
  // Daylight saving time begins in Europe on 29 March 2026: 02:00 does not exist, and is 03:00.
  [{ hour: 2, days: everyDay }, '2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  [{ hour: 2, days: everyDay }, '2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-30T00:00:00.000Z'],
  // It ends on 25 October 2026: 02:00 comes twice, and the first one counts.
  [{ hour: 2, days: everyDay }, '2026-10-24T12:00:00Z', 'Europe/Berlin', '2026-10-25T00:00:00.000Z'],
  [{ hour: 2, days: everyDay }, '2026-10-25T00:00:00Z', 'Europe/Berlin', '2026-10-26T01:00:00.000Z'],
  // In Beirut the day of 29 March 2026 begins at 01:00.
  [{ hour: 0, days: everyDay }, '2026-03-28T12:00:00Z', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
  [mondays, '2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-30T04:00:00.000Z'],
] as const)('the digest of %j after %s in %s is due at %s', ({ hour, days }, now, timeZone, expected) => {
  expect(due({ hour, days: [...days] }, now, timeZone)).toBe(expected)
})

describe('the period', () => {
  test('goes from one due time to the next, also where the clocks change in between', () => {
    expect(period(daily, { dueAt: '2026-03-01T06:00:00Z', now: '2026-03-01T06:00:30Z' })).toEqual([
      '2026-02-28T06:00',
      '2026-03-01T06:00',
    ])
    expect(period(mondays, { dueAt: '2026-11-30T06:00:00Z' })).toEqual(['2026-11-23T06:00', '2026-11-30T06:00'])
    expect(period(daily, { dueAt: '2026-03-29T04:00:00Z', timeZone: 'Europe/Berlin' })).toEqual([
      '2026-03-28T05:00',
      '2026-03-29T04:00',
    ])
  })

  test('contains those that ended while no worker ran', () => {
    expect(period(daily, { dueAt: '2026-11-24T06:00:00Z', now: '2026-11-26T05:00:00Z' })).toEqual([
      '2026-11-23T06:00',
      '2026-11-25T06:00',
    ])
    expect(period(mondays, { dueAt: '2026-11-16T06:00:00Z', now: '2026-11-30T07:00:00Z' })).toEqual([
      '2026-11-09T06:00',
      '2026-11-30T06:00',
    ])
  })

  test('continues the last one after a change of time zone or hour, and is none where no due time has passed', () => {
    const coveredUntil = '2026-11-25T06:00:00Z'
    expect(period(daily, { dueAt: '2026-11-26T11:00:00Z', coveredUntil, timeZone: 'America/New_York' })).toEqual([
      '2026-11-25T06:00',
      '2026-11-26T11:00',
    ])
    expect(period({ ...daily, hour: 18 }, { dueAt: '2026-11-25T18:00:00Z', coveredUntil })).toEqual([
      '2026-11-25T06:00',
      '2026-11-25T18:00',
    ])
    expect(period(daily, { dueAt: '2026-11-25T06:00:00Z', coveredUntil, timeZone: 'America/New_York' })).toBeNull()
  })
})

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
)
const schedules = fc.record({
  hour: fc.integer({ min: 0, max: 23 }),
  days: fc.subarray(everyDay, { minLength: 1 }),
})

test('is due once on each chosen day of a year, in any time zone', () => {
  fc.assert(
    fc.property(schedules, zones, ({ hour, days }, zone) => {
      const dues: string[] = []
      const end = at('2027-01-15T00:00:00Z')
      let now = at('2026-01-10T12:00:00Z')
      for (;;) {
        const next = nextDueAt({ hour, days }, now, zone)
        expect(next.getTime()).toBeGreaterThan(now.getTime())
        if (next > end) break
        now = next
        dues.push(localDay(now, zone))
      }
      expect(new Set(dues).size).toBe(dues.length)
      expect(dues.map(weekdayOf).filter((day) => !days.includes(day))).toEqual([])
      expect(Math.abs(dues.length - (370 * days.length) / 7)).toBeLessThan(2)
    }),
    { numRuns: 20 },
  )
})

test('leaves no gap and no overlap between digests, however late each is sent, in any time zones and schedules', () => {
  const start = Date.UTC(2026, 0, 1)
  const wait = fc.integer({ min: 1, max: 40 * 24 * 3_600_000 })
  const moments = fc.array(fc.tuple(wait, zones, schedules), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(moments, (waits) => {
      let now = new Date(start)
      let dueAt = nextDueAt(daily, now, 'UTC')
      let coveredUntil: Date | null = null
      for (const [waited, zone, schedule] of waits) {
        now = new Date(now.getTime() + waited)
        if (dueAt > now) dueAt = nextDueAt(schedule, now, zone)
        if (dueAt > now) continue
        const found = digestPeriod(schedule, { dueAt, coveredUntil }, now, zone)
        dueAt = nextDueAt(schedule, now, zone)
        if (!found) continue
        if (coveredUntil) expect(found.from).toEqual(coveredUntil)
        expect(found.from.getTime()).toBeLessThan(found.until.getTime())
        expect(found.until.getTime()).toBeLessThanOrEqual(now.getTime())
        coveredUntil = found.until
      }
    }),
  )
})
