import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { changeBackfillState } from './backfill-queries.ts'

/** Stops the running backfill at the monthly limit. The user can resume it; its unsorted messages stay queued. */
export async function stopBackfillAtLimit(
  ctx: Pick<Context, 'clock' | 'db'>,
  { id: mailboxId, user_id: userId }: Pick<MailboxRow, 'id' | 'user_id'>,
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    if (await changeBackfillState(tx, mailboxId, { from: ['running'], to: 'limit', now: ctx.clock.now() }))
      await publishLiveEvent(tx, userId, { type: 'backfill', mailboxId })
  })
}
