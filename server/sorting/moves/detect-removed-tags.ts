import { addMs, days } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { hasCategory } from '../../mail/folders/folder-categories.ts'
import { recordInboxEvents } from '../../mail/inbox-events/record-inbox-events.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { InboxPage, MarkedMessage } from '../../vendors/mailbox/message.ts'
import { taggedMessages } from './manual-move-queries.ts'

/** A tag that is taken off later says little about where such email belongs. */
const tagLookbackMs = days(14)
/** Of 100 emails of the inbox, newest first. */
const pagesMax = 10

/**
 * Finds emails of the inbox whose tag the user has taken off or replaced: not every mailbox announces that. The sorter
 * reads each of them again, and records the correction.
 * @throws MailboxAccessError or VendorError
 */
export async function detectRemovedTags(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const since = addMs(ctx.clock.now(), -tagLookbackMs)
  const tagged = await ctx.db.asService((tx) => taggedMessages(tx, mailboxId, since))
  const oldest = tagged[0]?.receivedAt
  if (!oldest) return
  const categories = new Map(tagged.map(({ messageId, category }) => [messageId, category]))
  let from: string | { since: Date; until: null } = { since: oldest, until: null }
  for (let read = 0; read < pagesMax; read++) {
    const start: typeof from = from
    const page: InboxPage<MarkedMessage> = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.inbox.page(start))
    const changed = page.messages.filter((message) => {
      const category = categories.get(message.id)
      return category !== undefined && !hasCategory(message.categories, category)
    })
    const ids = changed.map(({ id }) => id)
    if (ids.length > 0) await ctx.db.asService((tx) => recordInboxEvents(ctx, tx, mailboxId, ids, 'delta'))
    if (page.next === null) return
    from = page.next
  }
}
