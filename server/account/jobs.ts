import type { JobHandlers } from '../jobs/job-handlers.ts'
import { deleteAccount } from './delete-account.ts'
import { requireNewSignIns } from './require-new-sign-ins.ts'

export const accountJobs = {
  'delete-account': deleteAccount,
  'require-new-sign-ins': requireNewSignIns,
} satisfies Partial<JobHandlers>
