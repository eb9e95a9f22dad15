import { expect, test } from 'vitest'
import { createDatabaseClock } from './database-clock.ts'

const second = 1000
const noon = Date.UTC(2026, 0, 31, 12)

test('tells the time of the database, ignores measuring errors, and follows a jump', () => {
  const clock = createDatabaseClock()
  expect(() => clock.now()).toThrow('not been read')
  const distanceTo = (time: number): number => Math.abs(clock.now().getTime() - time)
  clock.adjust(noon, performance.now())
  expect(distanceTo(noon)).toBeLessThan(second)
  // The response took a minute: the database read its clock at an unknown time in between.
  clock.adjust(noon - 20 * second, performance.now() - 60 * second)
  expect(distanceTo(noon)).toBeLessThan(second)
  clock.adjust(noon - 20 * second, performance.now())
  expect(distanceTo(noon - 20 * second)).toBeLessThan(second)
})
