import type { JobHandlers } from '../jobs/job-handlers.ts'
import { reconcileActions } from './reconcile-actions.ts'
import { runMessageActions } from './run-message-actions.ts'

export const actionJobs = {
  'run-actions': runMessageActions,
  'reconcile-actions': reconcileActions,
} satisfies Partial<JobHandlers>
