import type { JobHandlers } from '../jobs/job-handlers.ts'
import { alertOfOutage } from './operator-alert.ts'
import { selfCheck } from './self-check.ts'

export const selfCheckJobs = {
  'self-check': selfCheck,
  'alert-operators': alertOfOutage,
} satisfies Partial<JobHandlers>
