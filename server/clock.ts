/**
 * Current time for all product decisions: the database's (`server/db/database-clock.ts`). Tests advance it;
 * `test/repo.test.ts` forbids other uses of the system clock.
 */
export interface Clock {
  now(): Date
}

/** For programs without a database. */
export const systemClock: Clock = { now: () => new Date() }

export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

/** `ms` milliseconds after `from`; negative: before. */
export const addMs = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
