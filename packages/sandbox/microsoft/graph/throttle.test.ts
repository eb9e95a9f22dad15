import { beforeEach, expect, test } from 'vitest'
import { createClock } from '../../kit/clock.ts'
import { Config } from '../../kit/config.ts'
import { createRandom } from '../../kit/random.ts'
import { GraphError } from './errors.ts'
import { createThrottle, type Throttle } from './throttle.ts'

let now: number
let throttle: Throttle
beforeEach(() => {
  now = Date.parse('2026-11-27T12:00:00Z')
  throttle = createThrottle({
    clock: createClock({ systemNow: () => now }),
    config: Config.parse({}),
    random: createRandom(1),
  })
})

/** Code and Retry-After of a refused call; null where the call is made. */
function call(uploadBytes = 0): [code: string, retryAfter: number] | null {
  try {
    throttle.enter('app', 'mailbox', uploadBytes)
    throttle.leave('app', 'mailbox')
    return null
  } catch (error) {
    if (error instanceof GraphError) return [error.code, Number(error.headers['Retry-After'])]
    throw error
  }
}

test('refuses more than ten thousand calls in ten minutes; early retries extend the wait', () => {
  for (let count = 0; count < 10_000; count++) expect(call()).toBe(null)
  expect(call()).toEqual(['TooManyRequests', 600])
  expect(call()).toEqual(['TooManyRequests', 601])
  expect(call()).toEqual(['TooManyRequests', 603])
  now += 602_000
  expect(call()).toEqual(['TooManyRequests', 4])
  now += 5000
  expect(call()).toBe(null)
})

test('refuses more than 150 MB in five minutes', () => {
  for (let count = 0; count < 50; count++) expect(call(3 * 2 ** 20)).toBe(null)
  expect(call(1)).toEqual(['TooManyRequests', 300])
  now += 300_000
  expect(call(3 * 2 ** 20)).toBe(null)
})

test.each([
  ['mailbox', 'anna', 'bob'],
  ['app', 'anna', null],
] as const)('refuses a fifth parallel call per %s', (concurrencyPer, mailbox, free) => {
  const parts = { clock: createClock({ systemNow: () => now }), random: createRandom(1) }
  const limited = createThrottle({ ...parts, config: Config.parse({ concurrencyPer }) })
  for (const running of [1, 2, 3, 4]) expect(limited.enter('app', mailbox, 0)).toBe(running)
  expect(() => limited.enter('app', mailbox, 0)).toThrow('Application is over its MailboxConcurrency limit.')
  if (free === null) expect(() => limited.enter('app', 'bob', 0)).toThrow('MailboxConcurrency')
  else expect(limited.enter('app', free, 0)).toBe(1)
  limited.leave('app', mailbox)
  expect(limited.enter('app', mailbox, 0)).toBe(4)
})
