/**
 * The time of day for everything the product decides by time. Tests and the sandbox's journeys move it; nothing else may
 * ask the system for the present (held by test/repo.test.ts).
 */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

/** A moment `ms` milliseconds after `from` (before it, where negative). */
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
