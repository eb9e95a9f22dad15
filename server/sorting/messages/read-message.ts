import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { MailboxAccess } from '../../mail/access/mailbox-access-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import type { InboxEvent } from '../queue/inbox-event-queries.ts'

/** A message can be announced before it can be read: delays of the first attempts, in ms. */
const messageVisibilityRetryMs = [2000, 10_000, 30_000]

/** The message was announced but cannot be read yet. */
export class MessageNotVisibleYet extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('The message cannot be read yet')
    this.waitMs = waitMs
  }
}

/**
 * Reads a message with its visible text: text that the HTML hides must neither influence the decision nor reach a
 * language model.
 * @param access as for `withMailbox`
 * @returns null where the message was deleted
 * @throws MessageNotVisibleYet; MailboxAccessError; VendorError
 */
export async function readMessage(
  ctx: RemoteContext,
  mailboxId: string,
  event: Pick<InboxEvent, 'messageId' | 'attempts'>,
  access?: MailboxAccess | null,
): Promise<Message | null> {
  const { messageId, attempts } = event
  const message = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.find(messageId), access)
  const waitMs = messageVisibilityRetryMs[attempts - 1]
  if (message === null && waitMs !== undefined) throw new MessageNotVisibleYet(waitMs)
  return message
}
