import type { Tx } from '../db/database.ts'
import type { JobName, JobPayload } from './queues.ts'

/** The job queue for other modules; only this folder uses pg-boss. */
export interface Jobs {
  /**
   * Enqueues a job in the caller's transaction. In a queue with a key (see `queues.ts`) this is a no-op while a job
   * with the same key waits.
   * @param after earliest start
   */
  enqueue<N extends JobName>(tx: Tx, name: N, payload: JobPayload<N>, options?: { after?: Date }): Promise<void>
  /**
   * Enqueues many due jobs in one statement, in the order of their keys: concurrent calls with the same keys then wait
   * instead of deadlocking. Calls of `enqueue` in a loop do not.
   * @param priority of a job; higher ones start first, 0 without it
   */
  enqueueAll<N extends JobName>(
    tx: Tx,
    name: N,
    payloads: JobPayload<N>[],
    priority?: (payload: JobPayload<N>) => number,
  ): Promise<void>
  /** Runs all due jobs in this process, for tests and the demo. @throws the first failed job's error */
  runDueJobs(): Promise<void>
  /** Starts the workers of all queues (roles `worker` and `all`). */
  start(): Promise<void>
  /** Rejects while the queue is unavailable; for `/readyz`. */
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
