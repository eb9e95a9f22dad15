import type { JobHandlers } from '../jobs/handlers.ts'
import { forMailbox } from '../mail/for-mailbox.ts'
import { drainMailbox } from './drain-mailbox.ts'
import { forgetOldMail } from './forget-old-mail.ts'
import { learnMailbox } from './learn-mailbox.ts'

export const sortingJobs = {
  'drain-mailbox': drainMailbox,
  'learn-mailbox': forMailbox('learn-mailbox', learnMailbox),
  'forget-old-mail': forgetOldMail,
} satisfies Partial<JobHandlers>
