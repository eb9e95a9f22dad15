import type { Tx } from '../db/database.ts'
import type { Jobs } from './jobs.ts'
import { readLastJobState } from './queries.ts'

/** Enqueues a job unless the one that was enqueued last waits or runs. @param tx as service */
export async function enqueueUnlessPending(jobs: Pick<Jobs, 'enqueue'>, tx: Tx, name: 'back-up'): Promise<void> {
  const state = await readLastJobState(tx, name)
  if (state !== 'waiting' && state !== 'running') await jobs.enqueue(tx, name, {})
}
