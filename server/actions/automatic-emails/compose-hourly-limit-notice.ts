import type { Context } from '../../context.ts'
import { accountEmail } from '../../shared/account-email.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { automaticEmailsPerHour } from '../limits.ts'

/** Tells the user that emails to a recipient are held back. */
export async function composeHourlyLimitNotice(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId, kind, address }: EmailPayload<'hourly-limit-notice'>,
): Promise<EmailContent | null> {
  const to = await ctx.db.asAccounts((tx) => accountEmail(tx, userId))
  if (to === null) return null
  const { productName, publicUrl } = ctx.config
  const [subject, done] =
    kind === 'forward'
      ? [`${productName} holds back email that it should forward`, `were forwarded to ${address}`]
      : [`${productName} holds back replies that it should draft`, `to ${address} got the draft of a reply`]
  return {
    to,
    subject,
    heading: subject,
    paragraphs: [
      `${automaticEmailsPerHour} emails ${done} within an hour. That is as many as an action may handle for one ` +
        'address, so the others are held back. They are in their folders, and the history lists them: you can try ' +
        'them again there in an hour.',
      'So many emails within an hour may mean that two programs answer each other, such as a ticket system and an ' +
        'action of yours. If so, switch the action off, or change what goes into its folder.',
    ],
    button: { label: 'Open the history', url: `${publicUrl}/history?status=action_failed` },
    footnote: 'You get this at most once an hour for each address, because you have an account with us.',
  }
}
