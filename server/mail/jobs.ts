import type { JobHandlers } from '../jobs/job-handlers.ts'
import { catchUp } from './intake/catch-up.ts'
import { mailboxJob } from './access/mailbox-job.ts'
import { readSentMail } from './people/known-people.ts'
import { syncMailbox } from './folders/sync-mailbox.ts'
import { catchUpAfterStart, reconcileMailboxes } from './reconcile/reconcile-mailboxes.ts'
import { ensureSubscription } from './providers/ensure-subscription.ts'
import { refreshToken } from './outlook/open-outlook.ts'

export const mailJobs = {
  'catch-up': mailboxJob('catch-up', catchUp),
  'sync-mailbox': mailboxJob('sync-mailbox', syncMailbox),
  'ensure-subscription': mailboxJob('ensure-subscription', ensureSubscription),
  'refresh-token': mailboxJob('refresh-token', refreshToken),
  'read-sent-mail': mailboxJob('read-sent-mail', readSentMail),
  'reconcile-mailboxes': reconcileMailboxes,
  'catch-up-after-start': catchUpAfterStart,
} satisfies Partial<JobHandlers>
