import type { JobHandlers } from '../jobs/job-handlers.ts'
import { purgeAccount } from './purge-account.ts'

export const accountJobs = {
  'delete-account': purgeAccount,
} satisfies Partial<JobHandlers>
