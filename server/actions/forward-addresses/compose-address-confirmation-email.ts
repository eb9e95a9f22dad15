import { days, addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { emailTexts } from '../../emails/email-texts.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { findEmailRecipient } from '../../shared/email-recipient.ts'
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
  const token = randomSecret()
  const expiresAt = addMs(ctx.clock.now(), days(confirmationLinkDays))
  const asked = await ctx.db.asService(async (tx) => {
    const address = await saveConfirmationToken(tx, { userId, id, tokenHash: hashSecret(token), expiresAt })
    return address === null ? null : { address, mailboxes: await findMailboxesForwardingTo(tx, { userId, address }) }
  })
  if (!asked) return null
  const user = await ctx.db.asAccounts((tx) => findEmailRecipient(tx, userId))
  // The recipient's own language is unknown.
  const language = user?.language ?? 'en'
  const { t } = emailTexts(ctx.config, language)
  const person = user?.to ?? t('Someone')
  const subject = t('May {product} forward emails to you?')
  return {
    to: asked.address,
    language,
    subject,
    heading: subject,
    paragraphs: [
      asked.mailboxes.length === 0
        ? t(
            '{person} uses {product}, which sorts emails, and wants some of the emails that arrive at a mailbox of ' +
              'theirs to be forwarded to this address automatically, with their attachments.',
            { person },
          )
        : t(
            '{person} uses {product}, which sorts emails, and wants some of the emails that arrive at {mailboxes} ' +
              'to be forwarded to this address automatically, with their attachments.',
            { person, mailboxes: asked.mailboxes.join(', ') },
          ),
      t(
        'Nothing is forwarded before you agree. To agree, open the link and press the button there. ' +
          'The link works for {days} days.',
        { days: confirmationLinkDays },
      ),
      t('Keep this email if you agree: the same link ends the forwarding at any time.'),
    ],
    button: {
      label: t('See the request'),
      url: `${ctx.config.publicUrl}${confirmationLinkPath}?${new URLSearchParams({ token })}`,
    },
    footnote: t(
      'If you did not expect this, do nothing: then nothing is forwarded to you. ' +
        'If it keeps coming, write to {support}.',
    ),
  }
}
