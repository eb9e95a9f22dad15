import type { JobHandlers } from '../jobs/job-handlers.ts'
import { resumeAbandonedActions } from './resume-abandoned-actions.ts'
import { runMessageActions } from './run-message-actions.ts'

export const actionJobs = {
  'run-actions': runMessageActions,
  'reconcile-actions': resumeAbandonedActions,
} satisfies Partial<JobHandlers>
