import { AsyncLocalStorage } from 'node:async_hooks'

/** The longest time limit of outgoing calls, for all calls that `work` makes. */
const maxima = new AsyncLocalStorage<number>()

/**
 * The time limit of an outgoing call, by its own constants. Every client applies its limits by it.
 */
export const timeLimitMs = (ms: number): number => Math.min(ms, maxima.getStore() ?? ms)

/** Shortens the time limits of the outgoing calls and clients that `work` makes: tests reach them within a moment. */
export const withTimeLimitsUpTo = <T>(maxMs: number, work: () => T): T => maxima.run(maxMs, work)
