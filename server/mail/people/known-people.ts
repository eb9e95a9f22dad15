import { addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { readOverlapMs } from '../limits.ts'
import { withMailbox } from '../providers/with-mailbox.ts'
import { saveKnownPeople, findSentItemsState } from './known-people-queries.ts'

/** Messages that the first read of Sent Items covers. */
const sentItemsFirstReadMaxMessages = 1000

/**
 * Reads from Sent Items to whom the user has written, so that messages from these people can stay in the inbox, and
 * what has no answer. Of known people only addresses are stored.
 * @throws MailboxAccessError or VendorError
 */
export async function readSentMail(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const state = await ctx.db.asService((tx) => findSentItemsState(tx, mailboxId))
  if (!state) return
  const startedAt = ctx.clock.now()
  const since = state.until && addMs(state.until, -readOverlapMs)
  const sent = await withMailbox(ctx, mailboxId, (mailbox) =>
    mailbox.sent({ since, newest: sentItemsFirstReadMaxMessages }),
  )
  await ctx.db.asService((tx) => saveKnownPeople(tx, { mailboxId, sent, since: state.until, until: startedAt }))
}
