import type { JobHandlers } from '../jobs/handlers.ts'
import { lookAfterActions, runActions } from './run-actions.ts'

export const actionJobs = {
  'run-actions': runActions,
  'look-after-actions': lookAfterActions,
} satisfies Partial<JobHandlers>
