import type { JobHandlers } from '../jobs/job-handlers.ts'
import { enqueueDigests } from './enqueue-digests.ts'

export const digestJobs = { 'enqueue-digests': enqueueDigests } satisfies Partial<JobHandlers>
