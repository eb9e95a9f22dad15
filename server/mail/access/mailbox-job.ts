import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { MailboxAccessError } from './mailbox-access-error.ts'
import { retryWaitMs } from './mailbox-failure.ts'

type MailboxJobName =
  | 'catch-up'
  | 'sync-mailbox'
  | 'ensure-subscription'
  | 'refresh-token'
  | 'learn-mailbox'
  | 'propose-instructions'
  | 'read-sent-mail'
  | 'detect-manual-moves'
  | 'feed-backfill'
  | 'look-at-delayed'
  | 'scan-senders'

/**
 * A job handler for one mailbox. After a transient failure or in an outage the job is enqueued again, no earlier than
 * `Retry-After`. A mailbox that cannot be used is skipped; `reconcile-mailboxes` enqueues the job again once it can.
 */
export const mailboxJob =
  (name: MailboxJobName, run: (ctx: Context, mailboxId: string) => Promise<unknown>) =>
  async (ctx: Context, { mailboxId }: { mailboxId: string }): Promise<void> => {
    try {
      await run(ctx, mailboxId)
    } catch (error) {
      if (error instanceof MailboxAccessError)
        return ctx.events.mailboxSkipped({ mailboxId, job: name, reason: error.kind })
      const waitMs = retryWaitMs(error)
      if (waitMs === null) throw error
      const after = addMs(ctx.clock.now(), waitMs)
      await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, name, { mailboxId }, { after }))
    }
  }
