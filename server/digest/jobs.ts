import type { JobHandlers } from '../jobs/job-handlers.ts'
import { enqueueDueDigests } from './enqueue-due-digests.ts'

export const digestJobs = { 'enqueue-digests': enqueueDueDigests } satisfies Partial<JobHandlers>
