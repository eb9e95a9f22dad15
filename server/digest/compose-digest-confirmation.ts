import type { Context } from '../context.ts'
import type { EmailContent } from '../emails/email-content.ts'
import type { EmailPayload } from '../emails/email-kinds.ts'
import { findDigestAccount } from './digest-account-queries.ts'
import { confirmationLinkPath, confirmationToken } from './digest-links.ts'
import { findDigestSettings } from './digest-settings-queries.ts'

/** Asks the reader of the account's address for consent. Null where the digest was switched off meanwhile. */
export async function composeDigestConfirmation(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'sealer'>,
  { userId }: EmailPayload<'digest-confirmation'>,
): Promise<EmailContent | null> {
  const account = await ctx.db.asAccounts((tx) => findDigestAccount(tx, userId, ctx.clock.now()))
  const settings = await ctx.db.asService((tx) => findDigestSettings(tx, userId))
  if (!account || !settings) return null
  const { productName, publicUrl, supportEmail } = ctx.config
  const token = confirmationToken(ctx.sealer, { userId, address: account.email })
  const subject = `Confirm your ${settings.frequency} ${productName} digest`
  return {
    to: account.email,
    subject,
    heading: subject,
    paragraphs: [
      `Someone, most likely you, switched on a ${settings.frequency} summary of sorted email for the ${productName} ` +
        'account with this address.',
      'It is sent once you confirm that this address is yours: open the link and press the button there.',
    ],
    button: {
      label: 'Confirm the digest',
      url: `${publicUrl}${confirmationLinkPath}?${new URLSearchParams({ token })}`,
    },
    footnote:
      'If you did not expect this, do nothing: no digest is sent to you. ' +
      `If it keeps coming, write to ${supportEmail}.`,
  }
}
