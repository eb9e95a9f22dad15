import { expect, test } from 'vitest'
import { days, addMs } from '../../server/clock.ts'
import { pastArrivals, pastDays } from './demo-history.ts'

test('60 emails arrive in two weeks, whenever they begin', () => {
  for (let day = 0; day < 7; day++) {
    const end = addMs(new Date('2026-11-18T12:00:00Z'), days(day))
    const counts = pastArrivals(addMs(end, days(-14)), end).map(({ count }) => count)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60)
  }
})

test('fewer days can be asked for, and nothing else', () => {
  expect(pastDays(['--fresh'])).toBe(14)
  expect(pastDays(['--days', '3'])).toBe(3)
  for (const wrong of ['0', '15', '1.5', 'x']) expect(() => pastDays(['--days', wrong])).toThrow('from 1 to 14')
  expect(() => pastDays(['--days'])).toThrow('from 1 to 14')
})
