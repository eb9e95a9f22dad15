/**
 * The sandbox's own time. It runs with the real one until somebody advances it; timers follow it, so that
 * "after 61 minutes" can be tested in milliseconds.
 */
export type Clock = {
  now(): number
  /** The time in the form Graph prints it: UTC, whole seconds. */
  iso(at?: number): string
  /** The same to the millisecond, for the journal. */
  stamp(): string
  /** Runs once when `ms` of virtual time have passed. Answers a function that cancels it. */
  after(ms: number, run: () => void | Promise<void>): () => void
  /** Runs every timer that falls due on the way, in order, each to its end; those that have fallen due before are waited for. */
  advance(ms: number): Promise<void>
  /** Back to the real time, with no timer set: what was to come before a reset does not come after it. */
  reset(): void
  stop(): void
}

type Timer = { at: number; order: number; run: () => void | Promise<void> }

const LONGEST_TIMEOUT = 2 ** 31 - 1

export function graphTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

export function createClock(systemNow: () => number = Date.now): Clock {
  let offset = 0
  let order = 0
  let timers: Timer[] = []
  let alarm: NodeJS.Timeout | undefined
  let advancing: Promise<void> = Promise.resolve()
  const running = new Set<Promise<void>>()

  const now = () => systemNow() + offset

  function arm() {
    clearTimeout(alarm)
    const next = timers[0]
    if (!next) return
    alarm = setTimeout(ring, Math.min(Math.max(next.at - now(), 0), LONGEST_TIMEOUT))
    alarm.unref()
  }

  function ring() {
    while (timers[0] && timers[0].at <= now()) {
      const timer = timers.shift()
      if (timer) start(timer)
    }
    arm()
  }

  async function run(timer: Timer) {
    try {
      await timer.run()
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }

  function start(timer: Timer) {
    const done = run(timer).finally(() => running.delete(done))
    running.add(done)
  }

  async function travel(ms: number) {
    const target = now() + ms
    for (;;) {
      // Also what the alarm has begun: who advances counts on it as on all else that was due.
      await Promise.all(running)
      const timer = timers[0]
      if (!timer || timer.at > target) break
      timers.shift()
      if (timer.at > now()) offset += timer.at - now()
      start(timer)
    }
    if (target > now()) offset += target - now()
    arm()
  }

  return {
    now,
    iso: (at = now()) => graphTime(at),
    stamp: () => new Date(now()).toISOString(),
    after(ms, run) {
      const timer: Timer = { at: now() + ms, order: order++, run }
      const place = timers.findLastIndex((other) => other.at <= timer.at) + 1
      timers.splice(place, 0, timer)
      if (place === 0) arm()
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(ms) {
      advancing = advancing.then(() => travel(ms))
      return advancing
    },
    reset() {
      clearTimeout(alarm)
      timers = []
      offset = 0
    },
    stop() {
      clearTimeout(alarm)
      timers = []
    },
  }
}

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** Milliseconds of an ISO 8601 duration of days and less ("PT61M", "P90D"), or null. */
export function parseDuration(text: string): number | null {
  const found = DURATION.exec(text)
  if (!found || text === 'P' || text.endsWith('T')) return null
  const [days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0))
  return (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60_000 + (seconds ?? 0) * 1000
}
