import type { JobHandlers } from '../jobs/job-handlers.ts'
import { retryFailedRuns, retryUnblockedRuns } from './runs/retry-failed-runs.ts'
import { reconcileActions } from './engine/reconcile-actions.ts'
import { runActions } from './engine/run-actions.ts'

export const actionJobs = {
  'run-actions': runActions,
  'retry-unblocked-runs': retryUnblockedRuns,
  'retry-failed-runs': retryFailedRuns,
  'reconcile-actions': reconcileActions,
} satisfies Partial<JobHandlers>
