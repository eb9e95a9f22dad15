import { maxTidyUpEmails, tidyUpDays } from '../../../contract/limits.ts'
import { days, addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { trainingReadConcurrency } from '../limits.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { allSettledOrThrow } from '../../vendors/http/all-settled-or-throw.ts'
import type { Message, InboxPage } from '../../vendors/mailbox/message.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'

/** Emails of a press that are read one by one, as a whole; more are read from the list of the inbox, as excerpts. */
const tidyUpReadsByOne = 20

/**
 * The emails of a press that are still in the inbox, in the order of the press. A few are read as a whole; of many, the
 * excerpts teach the classifier: hundreds of whole emails take minutes.
 */
export async function readPicked(
  ctx: RemoteContext,
  mailboxId: string,
  messageIds: readonly string[],
): Promise<Message[]> {
  const read = messageIds.length <= tidyUpReadsByOne ? readOneByOne : readFromList
  const found = await read(ctx, mailboxId, messageIds)
  return messageIds.flatMap((id) => found.get(id) ?? [])
}

async function readOneByOne(
  ctx: RemoteContext,
  mailboxId: string,
  messageIds: readonly string[],
): Promise<Map<string, Message>> {
  const inboxId = await inboxFolderIdOf(ctx, mailboxId)
  const found = new Map<string, Message>()
  for (let at = 0; at < messageIds.length; at += trainingReadConcurrency)
    await withMailbox(ctx, mailboxId, (mailbox) =>
      allSettledOrThrow(
        messageIds.slice(at, at + trainingReadConcurrency).map(async (id) => {
          const message = await mailbox.find(id)
          if (message?.parentFolderId === inboxId) found.set(id, message)
        }),
      ),
    )
  return found
}

async function readFromList(
  ctx: RemoteContext,
  mailboxId: string,
  messageIds: readonly string[],
): Promise<Map<string, Message>> {
  const wanted = new Set(messageIds)
  const found = new Map<string, Message>()
  const range = { since: addMs(ctx.clock.now(), -days(tidyUpDays)), until: null }
  let read = 0
  for (let from: string | typeof range = range; ; ) {
    const start = from
    const page: InboxPage<Message> = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.inbox.messages(start))
    for (const message of page.messages) if (wanted.has(message.id)) found.set(message.id, message)
    read += page.messages.length
    // New email moves the others to later pages.
    if (found.size === wanted.size || page.next === null || read >= 2 * maxTidyUpEmails) return found
    from = page.next
  }
}
