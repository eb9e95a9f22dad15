import type { JobHandlers } from '../jobs/handlers.ts'
import { catchUp } from './catch-up.ts'
import { forMailbox } from './for-mailbox.ts'
import { readSentMail } from './known-people.ts'
import { syncFolders } from './folders/sync-folders.ts'
import { catchUpAfterStart, lookAfterMailboxes } from './look-after-mailboxes.ts'
import { tendSubscription } from './notifications/tend-subscription.ts'
import { accessTokenOf } from './access-token.ts'

export const mailJobs = {
  'catch-up': forMailbox('catch-up', catchUp),
  'sync-mailbox': forMailbox('sync-mailbox', syncFolders),
  'tend-subscription': forMailbox('tend-subscription', (ctx, mailboxId) => tendSubscription(ctx, mailboxId)),
  'refresh-token': forMailbox('refresh-token', accessTokenOf),
  'read-sent-mail': forMailbox('read-sent-mail', readSentMail),
  'look-after-mailboxes': lookAfterMailboxes,
  'catch-up-after-start': catchUpAfterStart,
} satisfies Partial<JobHandlers>
