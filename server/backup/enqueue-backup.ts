import type { Tx } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readLastJobState } from '../jobs/queries.ts'

/** Enqueues a backup unless one waits or runs. @param tx as service */
export async function enqueueBackup(jobs: Pick<Jobs, 'enqueue'>, tx: Tx): Promise<void> {
  const state = await readLastJobState(tx, 'back-up')
  if (state !== 'waiting' && state !== 'running') await jobs.enqueue(tx, 'back-up', {})
}
