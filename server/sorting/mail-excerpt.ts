import { MailExcerptInput, MailExcerptOutput } from '../../contract/functions/mail-excerpt.ts'
import { mailExcerptMaxLength } from '../../contract/limits.ts'
import { fail } from '../errors.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { mapMailboxFailure } from '../mail/access/mailbox-failure.ts'
import { withMailbox } from '../mail/providers/with-mailbox.ts'
import type { Message } from '../vendors/mailbox/message.ts'
import { messageOfLog } from './log/processing-log-access-queries.ts'

/** The start of an email, for the user who decides about it. It is read from Outlook on request and never stored. */
export const mailExcerpt = functionRoute('mail-excerpt', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: MailExcerptInput,
  output: MailExcerptOutput,
  async handle(ctx, { user: { userId }, input: { logId } }): Promise<MailExcerptOutput> {
    const found = await ctx.db.asService((tx) => messageOfLog(tx, { userId, logId }))
    if (!found) fail('log_not_found')
    const { mailboxId, messageId } = found
    const message = await mapMailboxFailure(() => withMailbox(ctx, mailboxId, (mailbox) => mailbox.find(messageId)))
    return toExcerpt(message ?? fail('mail_gone'))
  },
})

function toExcerpt({ text, attachmentNames, webLink }: Message): MailExcerptOutput {
  const lines = text.replace(/\n\s*\n+/g, '\n').trim()
  const characters = [...lines]
  return {
    text: characters.slice(0, mailExcerptMaxLength).join('').trimEnd(),
    isTruncated: characters.length > mailExcerptMaxLength,
    attachmentNames,
    webLink,
  }
}
