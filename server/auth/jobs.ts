import type { JobHandlers } from '../jobs/handlers.ts'
import { forgetOldAccountsData } from './forget-old-accounts-data.ts'

export const authJobs = {
  'forget-old-accounts-data': forgetOldAccountsData,
} satisfies Partial<JobHandlers>
