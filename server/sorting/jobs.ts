import type { JobHandlers } from '../jobs/handlers.ts'
import { drainMailbox } from './drain-mailbox.ts'
import { learnMailbox } from './learn-mailbox.ts'

export const sortingJobs = {
  'drain-mailbox': drainMailbox,
  'learn-mailbox': learnMailbox,
} satisfies Partial<JobHandlers>
