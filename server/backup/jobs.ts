import type { JobHandlers } from '../jobs/job-handlers.ts'
import { backUp } from './back-up.ts'

export const backupJobs = { 'back-up': backUp } satisfies Partial<JobHandlers>
