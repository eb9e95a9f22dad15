import { days, later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { addressOfAccount } from '../../db/account-address.ts'
import type { EmailContent } from '../../emails/composers.ts'
import type { EmailPayload } from '../../emails/kinds.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { linkDays } from './ask-address.ts'
import { linkPath } from './link-path.ts'
import { mailboxesForwardingTo, putToken } from './queries.ts'

/**
 * Asks whoever reads an address whether mail may be forwarded there: who asks, what would happen, what to do where it was not expected.
 * The link is made only here, so that it is kept nowhere but in the e-mail.
 */
export async function composeForwardAddress(
  ctx: Pick<Context, 'config' | 'clock' | 'db'>,
  { userId, forwardAddressId: id }: EmailPayload<'forward-address'>,
): Promise<EmailContent | null> {
  const { productName, publicUrl, supportEmail } = ctx.config
  const token = randomSecret()
  const expiresAt = later(ctx.clock.now(), days(linkDays))
  const asked = await ctx.db.asService(async (tx) => {
    const address = await putToken(tx, { userId, id, tokenHash: hashSecret(token), expiresAt })
    return address === null ? null : { address, mailboxes: await mailboxesForwardingTo(tx, { userId, address }) }
  })
  if (!asked) return null
  const person = (await ctx.db.asAccounts((tx) => addressOfAccount(tx, userId))) ?? 'Somebody'
  const subject = `May ${productName} forward mail to you?`
  const source = asked.mailboxes.length === 0 ? 'a mailbox of theirs' : asked.mailboxes.join(', ')
  return {
    to: asked.address,
    subject,
    heading: subject,
    paragraphs: [
      `${person} uses ${productName}, which sorts mail, and wants some of the mail that arrives at ${source} to be forwarded to this address by itself, with its attachments.`,
      `No mail is forwarded before you agree. To agree, open the link and press the button there. The link works for ${linkDays} days.`,
      'Keep this e-mail if you agree: the same link ends the forwarding, whenever you like.',
    ],
    button: { label: 'See what is asked', url: `${publicUrl}${linkPath}?${new URLSearchParams({ token })}` },
    footnote: `If you did not expect this, do nothing: then nothing is forwarded to you. If it comes again and again, write to ${supportEmail}.`,
  }
}
