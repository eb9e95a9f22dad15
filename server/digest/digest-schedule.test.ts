import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DigestFrequency } from '../../contract/functions/email-digest.ts'
import { digestPeriod, nextDueAt } from './digest-schedule.ts'

const at = (text: string): Date => new Date(text)
const due = (frequency: DigestFrequency, now: string): string => nextDueAt(frequency, at(now)).toISOString()
const period = (frequency: DigestFrequency, dueAt: string, now: string): string[] =>
  Object.values(digestPeriod(frequency, at(dueAt), at(now))).map((time: Date) => time.toISOString().slice(0, 16))

test('is due at 06:00 UTC, weekly on Mondays, after a month and a year ends too', () => {
  expect(due('daily', '2026-11-25T05:59:59Z')).toBe('2026-11-25T06:00:00.000Z')
  expect(due('daily', '2026-11-25T06:00:00Z')).toBe('2026-11-26T06:00:00.000Z')
  expect(due('daily', '2026-12-31T23:59:59Z')).toBe('2027-01-01T06:00:00.000Z')
  expect(due('weekly', '2026-11-25T12:00:00Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(due('weekly', '2026-11-30T05:00:00Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(due('weekly', '2026-12-28T06:00:00Z')).toBe('2027-01-04T06:00:00.000Z')
  // Daylight saving time begins in Europe on 29 March 2026.
  expect(due('weekly', '2026-03-28T12:00:00Z')).toBe('2026-03-30T06:00:00.000Z')
})

test('covers the day before, or the week from Monday to Sunday', () => {
  expect(period('daily', '2026-03-01T06:00:00Z', '2026-03-01T06:00:30Z')).toEqual([
    '2026-02-28T00:00',
    '2026-03-01T00:00',
  ])
  expect(period('weekly', '2026-11-30T06:00:00Z', '2026-11-30T06:00:00Z')).toEqual([
    '2026-11-23T00:00',
    '2026-11-30T00:00',
  ])
})

test('covers the periods that ended while no worker ran', () => {
  expect(period('daily', '2026-11-24T06:00:00Z', '2026-11-26T05:00:00Z')).toEqual([
    '2026-11-23T00:00',
    '2026-11-25T00:00',
  ])
  expect(period('weekly', '2026-11-16T06:00:00Z', '2026-11-30T07:00:00Z')).toEqual([
    '2026-11-09T00:00',
    '2026-11-30T00:00',
  ])
})

test('leaves no gap and no overlap between digests, however late each is sent', () => {
  const start = Date.UTC(2026, 0, 1)
  const moments = fc.array(fc.integer({ min: 1, max: 40 * 24 * 3_600_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom(...DigestFrequency.options), moments, (frequency, waits) => {
      let now = new Date(start)
      let dueAt = nextDueAt(frequency, now)
      let covered: Date | null = null
      for (const wait of waits) {
        now = new Date(now.getTime() + wait)
        expect(nextDueAt(frequency, now).getTime()).toBeGreaterThan(now.getTime())
        if (dueAt > now) continue
        const { from, until } = digestPeriod(frequency, dueAt, now)
        if (covered) expect(from).toEqual(covered)
        expect(from.getTime()).toBeLessThan(until.getTime())
        expect(until.getTime()).toBeLessThanOrEqual(now.getTime())
        covered = until
        dueAt = nextDueAt(frequency, now)
      }
    }),
  )
})
