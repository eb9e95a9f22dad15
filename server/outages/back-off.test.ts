import fc from 'fast-check'
import { expect, test } from 'vitest'
import { throttledPauseMs, afterFailure, backOffMs } from './back-off.ts'
import { retryPolicies } from '../retry-delay.ts'
import { VendorError } from '../vendors/http/vendor-error.ts'

const random = fc.double({ min: 0, max: 1, noNaN: true })
const failures = fc.integer({ min: 0, max: 2000 })
const now = new Date('2026-11-24T08:00:00Z')
const responding = { consecutive_failures: 0, paused_until: new Date(0) }
const failed = (status: number, retryAfterMs: number | null = null) => new VendorError('it', status, 'x', retryAfterMs)

test('a first failure pauses nothing, and later ones at most 15 minutes', () => {
  fc.assert(
    fc.property(failures, random, (count, chance) => {
      const ms = backOffMs(count, chance)
      if (count < 2) expect(ms).toBe(0)
      else expect(ms).toBeGreaterThan(0)
      expect(ms).toBeLessThanOrEqual(retryPolicies.account.maxMs)
    }),
  )
})

test('a pause is never shorter than the one before, whatever the jitter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 }), random, random, (count, before, after) => {
      expect(backOffMs(count + 1, after)).toBeGreaterThanOrEqual(backOffMs(count, before))
    }),
  )
})

test('six hours of failures take at most 40 calls', () => {
  const shortest = Array.from({ length: 41 }, () => 1)
  fc.assert(
    fc.property(fc.array(random, { minLength: 41, maxLength: 41 }), (chances) => {
      let [at, calls] = [0, 0]
      for (; at < 6 * 60 * 60_000; calls++) at += backOffMs(calls + 1, chances[calls] ?? 1)
      expect(calls).toBeLessThanOrEqual(40)
    }),
    { examples: [[shortest]] },
  )
})

test('Retry-After is never shortened, and a 429 without it is a pause as well', () => {
  fc.assert(
    fc.property(failures, fc.integer({ min: 0, max: 86_400_000 }), random, (count, retryAfterMs, chance) => {
      const current = { ...responding, consecutive_failures: count }
      const failure = { seen: count, now, random: chance }
      const asked = afterFailure(current, { ...failure, error: failed(503, retryAfterMs) })
      expect(asked.paused_until.getTime()).toBeGreaterThanOrEqual(now.getTime() + retryAfterMs)
      const throttled = afterFailure(current, { ...failure, error: failed(429) })
      expect(throttled.paused_until.getTime()).toBeGreaterThanOrEqual(now.getTime() + throttledPauseMs)
    }),
  )
})

test('of calls that fail together one counts, and none shortens the pause of another', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 0, max: 3_600_000 })), { minLength: 1 }),
      random,
      (waits, chance) => {
        let pause = responding
        for (const retryAfterMs of waits) {
          const next = afterFailure(pause, { seen: 0, error: failed(503, retryAfterMs), now, random: chance })
          expect(next.paused_until.getTime()).toBeGreaterThanOrEqual(pause.paused_until.getTime())
          pause = next
        }
        expect(pause.consecutive_failures).toBe(1)
      },
    ),
  )
})
