import type { JobHandlers } from '../jobs/job-handlers.ts'
import { retryFailedRuns, retryUnblockedRuns } from './runs/retry-failed-runs.ts'
import { resumeAbandonedActions } from './engine/resume-abandoned-actions.ts'
import { runMessageActions } from './engine/run-message-actions.ts'

export const actionJobs = {
  'run-actions': runMessageActions,
  'retry-unblocked-runs': retryUnblockedRuns,
  'retry-failed-runs': retryFailedRuns,
  'reconcile-actions': resumeAbandonedActions,
} satisfies Partial<JobHandlers>
