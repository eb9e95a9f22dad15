import type { Clock } from '../../server/clock.ts'

const units = {
  s: 1000,
  sec: 1000,
  min: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  day: 86_400_000,
  days: 86_400_000,
}

/** '6 min' → milliseconds. */
export function durationMs(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?) *([a-z]+)$/.exec(text) ?? []
  const factor = Object.entries(units).find(([name]) => name === unit)?.[1]
  if (amount === undefined || factor === undefined) throw new Error(`Not a duration: ${text}`)
  return Number(amount) * factor
}

/** A Wednesday at noon, in no month or year that begins or ends. */
export const testDate = new Date('2030-11-20T12:00:00Z')

/** Stands, so that a slow machine does not affect a test. A test advances it before what has to be later. */
export class TestClock implements Clock {
  #ahead = 0
  #startsAt: Date | null

  /** @param startsAt null: it follows the machine's clock */
  constructor(startsAt: Date | null = testDate) {
    this.#startsAt = startsAt
  }

  now(): Date {
    return new Date((this.#startsAt?.getTime() ?? Date.now()) + this.#ahead)
  }

  /** Lets a clock that follows the machine's stand until it is disposed. */
  stop(): Disposable {
    const before = this.#startsAt
    this.#startsAt ??= new Date()
    return { [Symbol.dispose]: () => (this.#startsAt = before) }
  }

  advance(duration: string): void {
    this.#ahead += durationMs(duration)
  }
}
