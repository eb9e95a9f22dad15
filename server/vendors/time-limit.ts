import { AsyncLocalStorage } from 'node:async_hooks'

/** A share of the time limits of outgoing calls, for all calls that `work` makes. */
const shares = new AsyncLocalStorage<number>()

/**
 * The time limit of an outgoing call, by the constants of `server/limits.ts`. Every client applies its limits by it.
 */
export const timeLimitMs = (ms: number): number => Math.ceil(ms * (shares.getStore() ?? 1))

/** Shortens the time limits of the outgoing calls and clients that `work` makes: tests reach them within a moment. */
export const withShorterTimeLimits = <T>(share: number, work: () => T): T => shares.run(share, work)
