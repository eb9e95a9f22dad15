import type { JobHandlers } from '../jobs/handlers.ts'
import { drainMailbox } from './drain-mailbox.ts'
import { forgetOldMail } from './forget-old-mail.ts'
import { learnMailbox } from './learn-mailbox.ts'

export const sortingJobs = {
  'drain-mailbox': drainMailbox,
  'learn-mailbox': learnMailbox,
  'forget-old-mail': forgetOldMail,
} satisfies Partial<JobHandlers>
