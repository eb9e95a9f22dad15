import { later, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import { MailboxProblem } from './mailbox-problem.ts'

type MailboxJob =
  | 'catch-up'
  | 'sync-mailbox'
  | 'tend-subscription'
  | 'refresh-token'
  | 'learn-mailbox'
  | 'propose-instructions'
  | 'read-sent-mail'
  | 'watch-folders'
  | 'feed-backfill'

const againAfterMs = minutes(1)

/**
 * Does a job for a mailbox. Trouble that will pass is no failure of the job: it comes again, not before the time that the other side
 * asked for. A mailbox that cannot be used says so itself, and is looked after again when that changes.
 */
export const forMailbox =
  (name: MailboxJob, work: (ctx: Context, mailboxId: string) => Promise<unknown>) =>
  async (ctx: Context, { mailboxId }: { mailboxId: string }): Promise<void> => {
    try {
      await work(ctx, mailboxId)
    } catch (error) {
      if (error instanceof MailboxProblem)
        return ctx.events.mailboxSkipped({ mailboxId, job: name, reason: error.kind })
      if (!(error instanceof VendorError && error.transient)) throw error
      const after = later(ctx.clock.now(), Math.max(error.retryAfterMs ?? 0, againAfterMs))
      await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, name, { mailboxId }, { after }))
    }
  }
