/** The mail that arrived in a mailbox of the demo: in all, and on one day (`2026-01-31`). */
type Arrived = { inAll: number; day: string; onDay: number }

/** By lower-case address. */
export type Arrivals = Map<string, Arrived>

/** The delivery times that are possible, one every six seconds. */
export const TICK_MS = 6000
/** After a start mail arrives at every tick, so that a visitor sees it being sorted. */
const QUICK_MAILS = 20
/** Further starts on the same day have no quick mail. */
const QUICK_MAILS_PER_DAY = 300
/** Five minutes. */
const TICKS_BETWEEN_MAILS = 50

/**
 * Whether mail is due at a tick. At most 300 + 288 arrive in a day, 18,228 in a month: less than the 25,000 of the
 * plan of the demo account.
 */
export function isMailDue(tick: number, arrived: Arrived): boolean {
  if (tick < QUICK_MAILS && arrived.onDay < QUICK_MAILS_PER_DAY) return true
  return tick > 0 && tick % TICKS_BETWEEN_MAILS === 0
}

export function arrivedIn(arrivals: Arrivals, email: string, now: string): Arrived {
  const known = arrivals.get(email.toLowerCase())
  const day = now.slice(0, 10)
  return { inAll: known?.inAll ?? 0, day, onDay: known?.day === day ? known.onDay : 0 }
}
