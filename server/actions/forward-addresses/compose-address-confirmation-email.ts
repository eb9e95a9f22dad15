import { days, addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { accountEmail } from '../../shared/account-email.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { confirmationLinkDays } from '../limits.ts'
import { confirmationLinkPath } from './confirmation-link-path.ts'
import { findMailboxesForwardingTo, saveConfirmationToken } from './forward-address-queries.ts'

/**
 * Email that asks the owner of an address for consent. The token is created here and stored only as a hash, so it
 * exists only in the email.
 */
export async function composeAddressConfirmationEmail(
  ctx: Pick<Context, 'config' | 'clock' | 'db'>,
  { userId, forwardAddressId: id }: EmailPayload<'forward-address'>,
): Promise<EmailContent | null> {
  const { productName, publicUrl, supportEmail } = ctx.config
  const token = randomSecret()
  const expiresAt = addMs(ctx.clock.now(), days(confirmationLinkDays))
  const asked = await ctx.db.asService(async (tx) => {
    const address = await saveConfirmationToken(tx, { userId, id, tokenHash: hashSecret(token), expiresAt })
    return address === null ? null : { address, mailboxes: await findMailboxesForwardingTo(tx, { userId, address }) }
  })
  if (!asked) return null
  const person = (await ctx.db.asAccounts((tx) => accountEmail(tx, userId))) ?? 'Someone'
  const subject = `May ${productName} forward email to you?`
  const source = asked.mailboxes.length === 0 ? 'a mailbox of theirs' : asked.mailboxes.join(', ')
  return {
    to: asked.address,
    subject,
    heading: subject,
    paragraphs: [
      `${person} uses ${productName}, which sorts email, and wants some of the email that arrives at ` +
        `${source} to be forwarded to this address automatically, with its attachments.`,
      `Nothing is forwarded before you agree. To agree, open the link and press the button there. The ` +
        `link works for ${confirmationLinkDays} days.`,
      'Keep this email if you agree: the same link ends the forwarding at any time.',
    ],
    button: {
      label: 'See the request',
      url: `${publicUrl}${confirmationLinkPath}?${new URLSearchParams({ token })}`,
    },
    footnote:
      `If you did not expect this, do nothing: then nothing is forwarded to you. If it keeps coming, ` +
      `write to ${supportEmail}.`,
  }
}
