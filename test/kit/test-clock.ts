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

/** Follows the machine's clock and can be advanced. */
export class TestClock implements Clock {
  #ahead = 0
  #standing: number | null = null

  now(): Date {
    return new Date((this.#standing ?? Date.now()) + this.#ahead)
  }

  /**
   * Stops the clock, except for `advance`, until it is disposed, so that a slow machine does not affect tests of
   * seconds.
   */
  stop(): Disposable {
    this.#standing = Date.now()
    return { [Symbol.dispose]: () => (this.#standing = null) }
  }

  advance(duration: string): void {
    this.#ahead += durationMs(duration)
  }
}
