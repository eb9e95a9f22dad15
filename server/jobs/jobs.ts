import type { Tx } from '../db/database.ts'
import type { JobName, JobPayload } from './queues.ts'

/** The queue as the rooms see it; pg-boss lives only in this folder. */
export interface Jobs {
  /**
   * Puts a job into the queue with the transaction that makes it necessary. Where the queue is keyed (see `queues.ts`),
   * at most one job of a key waits; asking again while one waits is a no-op.
   * @param after not before this moment
   */
  enqueue<N extends JobName>(tx: Tx, name: N, payload: JobPayload<N>, options?: { after?: Date }): Promise<void>
  /** Many due jobs of one queue in one statement. Give them in one order everywhere: two that ask for the same keys then wait, not deadlock. */
  enqueueAll<N extends JobName>(tx: Tx, name: N, payloads: JobPayload<N>[]): Promise<void>
  /** Runs every due job to its end, in this process. For tests and the demo; the error of the first failed job is thrown. */
  drain(): Promise<void>
  /** Begins to work on all queues (roles `worker` and `all`). */
  start(): Promise<void>
  /** The queue answers: for `/readyz`. */
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
