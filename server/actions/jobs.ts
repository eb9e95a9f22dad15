import type { JobHandlers } from '../jobs/job-handlers.ts'
import { retryFailedRuns, retryUnblockedRuns } from './runs/retry-failed-runs.ts'
import { reconcileActions } from './engine/reconcile-actions.ts'
import { runMessageActions } from './engine/run-message-actions.ts'

export const actionJobs = {
  'run-actions': runMessageActions,
  'retry-unblocked-runs': retryUnblockedRuns,
  'retry-failed-runs': retryFailedRuns,
  'reconcile-actions': reconcileActions,
} satisfies Partial<JobHandlers>
