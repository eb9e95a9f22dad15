import type { Context } from '../../context.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { emailTexts } from '../../emails/email-texts.ts'
import { originLine } from '../../emails/origin-line.ts'
import { findEmailRecipient } from '../../shared/email-recipient.ts'
import { findForwardAddressById } from './forward-address-queries.ts'
import { removalLinkPath, removalToken } from './removal-link.ts'

/** Tells the user about a forward address, with a link that removes it. An address that is removed already: null. */
export async function composeForwardAddressNotice(
  ctx: Pick<Context, 'config' | 'db' | 'sealer'>,
  { userId, forwardAddressId: id, event, ip, at }: EmailPayload<'forward-address-notice'>,
): Promise<EmailContent | null> {
  const found = await ctx.db.asService((tx) => findForwardAddressById(tx, { userId, id }))
  const recipient = await ctx.db.asAccounts((tx) => findEmailRecipient(tx, userId))
  if (!found || !recipient) return null
  const texts = emailTexts(ctx.config, recipient.language)
  const { t } = texts
  const { address } = found
  const token = removalToken(ctx.sealer, { userId, id })
  const { subject, text } =
    event === 'requested'
      ? {
          subject: t('{product} was asked to forward your emails'),
          text: t(
            'Someone, most likely you, added {address} as an address that {product} may forward your emails to. ' +
              'Nothing is forwarded before the recipient agrees.',
            { address },
          ),
        }
      : {
          subject: t('{product} may now forward your emails'),
          text: t(
            'From now on your actions can forward emails to {address}, with their attachments: ' +
              'the address was confirmed.',
            { address },
          ),
        }
  return {
    ...recipient,
    subject,
    heading: subject,
    paragraphs: [text, originLine(texts, at, ip)],
    button: {
      label: t('Remove this address'),
      url: `${ctx.config.publicUrl}${removalLinkPath}?${new URLSearchParams({ token })}`,
    },
    footnote: t(
      'If it was not you, someone may be using your account: remove the address with the button, ' +
        'choose a new password with “Forgot password?”, and write to {support}.',
    ),
  }
}
