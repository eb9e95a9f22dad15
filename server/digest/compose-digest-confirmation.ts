import type { Context } from '../context.ts'
import type { EmailContent } from '../emails/email-content.ts'
import type { EmailPayload } from '../emails/email-kinds.ts'
import { emailTexts } from '../emails/email-texts.ts'
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
  const { t } = emailTexts(ctx.config, account.language)
  const token = confirmationToken(ctx.sealer, { userId, address: account.email })
  const subject = t('Confirm your {product} digest')
  return {
    to: account.email,
    language: account.language,
    subject,
    heading: subject,
    paragraphs: [
      t(
        'Someone, most likely you, switched on a summary of sorted emails ' +
          'for the {product} account with this address.',
      ),
      t('It is sent once you confirm that this address is yours: open the link and press the button there.'),
    ],
    button: {
      label: t('Confirm the digest'),
      url: `${ctx.config.publicUrl}${confirmationLinkPath}?${new URLSearchParams({ token })}`,
    },
    footnote: t(
      'If you did not expect this, do nothing: no digest is sent to you. If it keeps coming, write to {support}.',
    ),
  }
}
