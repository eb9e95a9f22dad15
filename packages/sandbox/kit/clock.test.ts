import { afterEach, expect, test, vi } from 'vitest'
import { createClock, parseDuration } from './clock.ts'

afterEach(() => void vi.useRealTimers())

test('runs timers in the order in which they are due, each at its own time, nested ones included', async () => {
  const clock = createClock({ systemNow: () => 0 })
  const ran: [string, number][] = []
  const record = (name: string) => () => void ran.push([name, clock.now()])
  clock.after(3000, record('third'))
  clock.after(1000, () => {
    record('first')()
    clock.after(1000, record('second'))
  })
  const cancel = clock.after(1500, record('never'))
  clock.after(9000, record('later'))
  cancel()
  await clock.advance(5000)
  expect(ran).toEqual([
    ['first', 1000],
    ['second', 2000],
    ['third', 3000],
  ])
  expect(clock.now()).toBe(5000)
  clock.reset()
  expect(clock.now()).toBe(0)
  await clock.advance(10_000)
  expect(ran).toHaveLength(3)
})

test('waits for the timers that it runs; a second advance starts after the first', async () => {
  const clock = createClock({ systemNow: () => 0 })
  let done = 0
  clock.after(10, async () => {
    await Promise.resolve()
    done++
    clock.after(10, () => void done++)
  })
  await Promise.all([clock.advance(10), clock.advance(10)])
  expect([done, clock.now()]).toEqual([2, 20])
})

test('waits for timers that were due before the advance', async () => {
  let [present, done] = [0, false]
  const clock = createClock({ systemNow: () => present })
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  clock.after(1, async () => {
    begun.resolve()
    await end.promise
    done = true
  })
  present = 1
  await begun.promise
  const advanced = clock.advance(0).then(() => done)
  // An advance that does not wait resolves before this runs.
  setImmediate(end.resolve)
  expect(await advanced).toBe(true)
})

test('runs with real time until it is advanced', async () => {
  const clock = createClock()
  await new Promise<void>((resolve) => void clock.after(5, resolve))
  clock.stop()
})

test('a standing clock moves by the wait of a timer, not to one that follows where that one is canceled', () => {
  vi.useFakeTimers()
  const moved: number[] = []
  const clock = createClock({ standing: { at: new Date(0), onMove: (ms) => void moved.push(ms) } })
  clock.after(3_600_000, () => {})
  clock.after(1, () => {})()
  vi.advanceTimersByTime(10)
  expect(moved).toEqual([])
  clock.after(20, () => {})
  vi.advanceTimersByTime(20)
  expect([moved, clock.now()]).toEqual([[20], 20])
})

test('a standing clock moves once where timers end their wait during an advance', async () => {
  vi.useFakeTimers()
  const moved: number[] = []
  const clock = createClock({ standing: { at: new Date(0), onMove: (ms) => void moved.push(ms) } })
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  clock.after(1, () => {
    begun.resolve()
    return end.promise
  })
  clock.after(3, () => {})
  clock.after(3_600_000, () => {})
  const advanced = clock.advance(10)
  await begun.promise
  vi.advanceTimersByTime(5)
  expect(clock.now()).toBe(3)
  end.resolve()
  await advanced
  expect([moved, clock.now()]).toEqual([[], 10])
})

test.each([
  ['PT61M', 3_660_000],
  ['P90D', 7_776_000_000],
  ['PT1H2M3.5S', 3_723_500],
  ['P1DT1S', 86_401_000],
  ['P', null],
  ['PT', null],
  ['61', null],
])('reads %s as %s ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})
