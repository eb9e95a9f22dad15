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

test('replaces a reading by a more exact one', () => {
  const clock = createDatabaseClock()
  // The response took 10 seconds: the estimate may be 5 seconds wrong, and is 3 seconds wrong.
  clock.adjust(noon, performance.now() - 10 * second)
  const exact = noon + 2 * second
  const distance = (): number => Math.abs(clock.now().getTime() - exact)
  expect(distance()).toBeGreaterThan(2 * second)
  clock.adjust(exact, performance.now())
  expect(distance()).toBeLessThan(second)
})
