import type { JobHandlers } from '../jobs/job-handlers.ts'
import { purgeAccount } from './purge-account.ts'
import { requireNewSignIns } from './require-new-sign-ins.ts'

export const accountJobs = {
  'delete-account': purgeAccount,
  'require-new-sign-ins': requireNewSignIns,
} satisfies Partial<JobHandlers>
