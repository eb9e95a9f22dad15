/** What a service stores: the part of its state that survives a restart. */
export type StoredPart = {
  /** The name of its file. */
  name: string
  /** A graph of plain objects, maps, sets and bytes. */
  capture(): unknown
  /** Replaces the state by a captured one, and sets its timers again. */
  restore(stored: unknown): void
}

/**
 * Added to the counters of ids when a state is restored: after a crash the client may know ids that were not stored,
 * and none of them may occur again.
 */
export const COUNTER_GAP = 10_000
