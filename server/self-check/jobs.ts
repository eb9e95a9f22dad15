import type { JobHandlers } from '../jobs/job-handlers.ts'
import { selfCheck } from './self-check.ts'

export const selfCheckJobs = { 'self-check': selfCheck } satisfies Partial<JobHandlers>
