import type { JobHandlers } from '../jobs/handlers.ts'
import { removeAccount } from './remove-account.ts'

export const accountJobs = {
  'delete-account': removeAccount,
} satisfies Partial<JobHandlers>
