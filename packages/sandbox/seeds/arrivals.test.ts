import { expect, test } from 'vitest'
import { arrivedIn, type Arrivals, isMailDue, TICK_MS } from './arrivals.ts'

const HOUR_MS = 3_600_000
/** Of the plan of the demo account. */
const EMAIL_LIMIT = 25_000

test('a month of mail fits the plan of the demo account, also where the demo starts every hour', () => {
  const arrivals: Arrivals = new Map()
  for (let at = 0; at < 24 * HOUR_MS; at += TICK_MS) {
    const arrived = arrivedIn(arrivals, 'a@b.example', new Date(at).toISOString())
    const { inAll, onDay } = arrived
    if (isMailDue((at % HOUR_MS) / TICK_MS, arrived))
      arrivals.set('a@b.example', { ...arrived, inAll: inAll + 1, onDay: onDay + 1 })
  }
  const delivered = arrivedIn(arrivals, 'a@b.example', '1970-01-01').onDay
  expect(delivered).toBeGreaterThan(400)
  expect(delivered * 31).toBeLessThan(0.75 * EMAIL_LIMIT)
  expect(arrivedIn(arrivals, 'a@b.example', '1970-01-02')).toMatchObject({ inAll: delivered, onDay: 0 })
})
