import type { JobHandlers } from '../jobs/job-handlers.ts'
import { purgeExpiredAccountData } from './accounts/purge-expired-account-data.ts'

export const authJobs = {
  'purge-expired-account-data': purgeExpiredAccountData,
} satisfies Partial<JobHandlers>
