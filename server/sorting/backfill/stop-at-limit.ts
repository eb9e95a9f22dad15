import type { Context } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import type { MailboxRow } from '../../mail/queries.ts'
import { changeState } from './backfill-queries.ts'

/** Other mail has taken the last of the month's room: the backfill waits, with all that it has not sorted, until the person goes on. */
export async function stopAtLimit(
  ctx: Pick<Context, 'clock' | 'db'>,
  { id: mailboxId, user_id: userId }: Pick<MailboxRow, 'id' | 'user_id'>,
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    if (await changeState(tx, mailboxId, { from: ['running'], to: 'limit', now: ctx.clock.now() }))
      await tellPages(tx, userId, { type: 'backfill', mailboxId })
  })
}
