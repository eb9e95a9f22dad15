import type { FiledSenders } from '../../../contract/functions/senders.ts'
import { maxTidyUpEmails, maxTidyUpMessagesPerCall } from '../../../contract/limits.ts'
import type { RemoteContext } from '../../context.ts'
import { responsesTo } from '../../db/database.ts'
import { mapMailboxFailure } from '../../mail/access/mailbox-failure.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { mailboxConcurrency } from '../../mail/limits.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { allSettledOrThrow } from '../../vendors/http/all-settled-or-throw.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { checkFolder, storePress } from '../tidy-up/make-press.ts'
import { messagesToMove, taggedMessages } from '../tidy-up/press-queries.ts'

/**
 * Moves the emails of some senders that are in the inbox to a folder, as presses of Tidy up, which can be undone.
 * Emails that another press moves, and those that are filed by their tag, are left out.
 * @throws AppError
 */
export function fileSenders(
  ctx: RemoteContext,
  mailbox: MailboxRow,
  { addresses, folderId, learn }: { addresses: readonly string[]; folderId: string; learn: boolean },
): Promise<FiledSenders> {
  return mapMailboxFailure(async () => {
    await checkFolder(ctx, mailbox, folderId, true)
    const found = await readFrom(ctx, mailbox.id, [...new Set(addresses)])
    const ids = [...found.keys()]
    const [toMove, tagged] = await ctx.db.asService((tx) =>
      responsesTo([messagesToMove(tx, mailbox.id, ids), taggedMessages(tx, mailbox.id, ids)]),
    )
    const messages = [...found.values()].filter(({ id, isDraft }) => !isDraft && !toMove.has(id) && !tagged.has(id))
    const filed = messages.slice(0, maxTidyUpEmails)
    const pressIds: string[] = []
    for (let at = 0; at < filed.length; at += maxTidyUpMessagesPerCall) {
      const part = filed.slice(at, at + maxTidyUpMessagesPerCall)
      const press = { folderId, isPart: !learn, move: true, messages: part }
      pressIds.push(await ctx.db.asService((tx) => storePress(ctx, tx, mailbox, press)))
    }
    return { emails: filed.length, more: messages.length > filed.length, pressIds }
  })
}

async function readFrom(ctx: RemoteContext, mailboxId: string, addresses: string[]): Promise<Map<string, Message>> {
  const found = new Map<string, Message>()
  for (let at = 0; at < addresses.length && found.size <= maxTidyUpEmails; at += mailboxConcurrency) {
    const some = addresses.slice(at, at + mailboxConcurrency)
    const read = await withMailbox(ctx, mailboxId, (mailbox) =>
      allSettledOrThrow(some.map((address) => mailbox.inbox.from(address, maxTidyUpEmails + 1))),
    )
    for (const message of read.flat()) found.set(message.id, message)
  }
  return found
}
