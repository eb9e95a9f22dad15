import type { JobHandlers } from '../jobs/job-handlers.ts'
import { backUp } from './back-up.ts'
import { enqueueDueBackup } from './enqueue-due-backup.ts'

export const backupJobs = {
  'back-up': backUp,
  'enqueue-due-backup': enqueueDueBackup,
} satisfies Partial<JobHandlers>
