import type { JobHandlers } from '../jobs/job-handlers.ts'
import { alertOperators } from './operator-alert.ts'
import { selfCheck } from './self-check.ts'

export const selfCheckJobs = {
  'self-check': selfCheck,
  'alert-operators': alertOperators,
} satisfies Partial<JobHandlers>
