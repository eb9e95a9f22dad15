import { TimerQueue } from './timer-queue.ts'

/**
 * The sandbox's own time. It runs with real time until a control call advances it. Timers follow it, so that
 * "after 61 minutes" takes milliseconds in a test.
 */
export type Clock = {
  now(): number
  /** The time as Graph prints it: UTC, whole seconds. */
  iso(at?: number): string
  /** The time with milliseconds, for the journal. */
  stamp(): string
  /** Runs once when `ms` of sandbox time have passed. @returns a function that cancels it */
  after(ms: number, run: () => void | Promise<void>): () => void
  /** Runs all timers that become due, each to its end and at its own time, and waits for those that already run. */
  advance(ms: number): Promise<void>
  /** Returns to real time and cancels all timers, so that nothing from before a reset happens after it. */
  reset(): void
  stop(): void
  /** Milliseconds by which it is ahead of real time. */
  offset(): number
  /** Continues with the offset of an earlier run; called before any timer is set. */
  resume(offset: number): void
}

/** The maximum of `setTimeout`. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

export function graphTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** Of a clock that does not follow real time: only timers that have waited, and control calls, move it. */
export interface StandingTime {
  at: Date
  /** Called where a timer has moved it, so that another clock can follow. */
  onMove?: (ms: number) => void
}

interface ClockOptions {
  systemNow?: () => number
  standing?: StandingTime | undefined
  /** Called after each timer that ran. */
  onTimer?: () => void
}

export function createClock({ standing, systemNow = Date.now, onTimer = () => {} }: ClockOptions = {}): Clock {
  let offset = 0
  let timeout: NodeJS.Timeout | undefined
  let advancing: Promise<void> = Promise.resolve()
  /** The end of the advance in progress: who requested it counts its time already. */
  let target = Number.NEGATIVE_INFINITY
  const timers = new TimerQueue(onTimer)

  const now = () => (standing?.at.getTime() ?? systemNow()) + offset

  function schedule() {
    clearTimeout(timeout)
    const { next } = timers
    if (!next) return
    timeout = setTimeout(() => runDue(next), Math.min(Math.max(next.at - now(), 0), MAX_TIMEOUT_MS))
    timeout.unref()
  }

  function runDue(waited: TimerQueue['next']) {
    // Another timer is next where this one was canceled, or is run by an advance: it has not waited yet.
    if (standing && waited === timers.next && waited && waited.at > now()) {
      const ms = waited.at - Math.max(now(), target)
      offset += waited.at - now()
      if (ms > 0) standing.onMove?.(ms)
    }
    for (let timer = timers.claimDue(now()); timer; timer = timers.claimDue(now())) timers.start(timer)
    schedule()
  }

  async function advanceBy(ms: number) {
    target = now() + ms
    for (;;) {
      // Timers that became due before are part of what the caller waits for.
      await timers.finished()
      const timer = timers.claimDue(target)
      if (!timer) break
      if (timer.at > now()) offset += timer.at - now()
      timers.start(timer)
    }
    if (target > now()) offset += target - now()
    target = Number.NEGATIVE_INFINITY
    schedule()
  }

  function stop() {
    clearTimeout(timeout)
    timers.clear()
  }

  return {
    now,
    iso: (at = now()) => graphTime(at),
    stamp: () => new Date(now()).toISOString(),
    after(ms, run) {
      const timer = { at: now() + ms, run }
      timers.add(timer)
      if (timers.next === timer) schedule()
      return () => timers.remove(timer)
    },
    advance(ms) {
      advancing = advancing.then(() => advanceBy(ms))
      return advancing
    },
    reset() {
      stop()
      offset = 0
    },
    stop,
    offset: () => offset,
    resume(saved) {
      offset = saved
    },
  }
}

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** Milliseconds of an ISO 8601 duration of at most days ("PT61M", "P90D"), or null. */
export function parseDuration(text: string): number | null {
  const found = DURATION.exec(text)
  if (!found || text === 'P' || text.endsWith('T')) return null
  const [days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0))
  return (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60_000 + (seconds ?? 0) * 1000
}
