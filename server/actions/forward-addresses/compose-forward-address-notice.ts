import type { Context } from '../../context.ts'
import { accountEmail } from '../../shared/account-email.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { originLine } from '../../emails/origin-line.ts'
import { findForwardAddressById } from './forward-address-queries.ts'
import { removalLinkPath, removalToken } from './removal-link.ts'

/** Tells the user about a forward address, with a link that removes it. An address that is removed already: null. */
export async function composeForwardAddressNotice(
  ctx: Pick<Context, 'config' | 'db' | 'sealer'>,
  { userId, forwardAddressId: id, event, ip, at }: EmailPayload<'forward-address-notice'>,
): Promise<EmailContent | null> {
  const { productName, publicUrl, supportEmail } = ctx.config
  const found = await ctx.db.asService((tx) => findForwardAddressById(tx, { userId, id }))
  const to = await ctx.db.asAccounts((tx) => accountEmail(tx, userId))
  if (!found || to === null) return null
  const { address } = found
  const { subject, text } =
    event === 'requested'
      ? {
          subject: `${productName} was asked to forward your email`,
          text:
            `Someone, most likely you, added ${address} as an address that ${productName} may forward your email to. ` +
            'Nothing is forwarded before the recipient agrees.',
        }
      : {
          subject: `${productName} may now forward your email`,
          text:
            `The address ${address} was confirmed. From now on your actions can forward email to it, ` +
            'with its attachments.',
        }
  return {
    to,
    subject,
    heading: subject,
    paragraphs: [text, originLine(at, ip)],
    button: {
      label: 'Remove this address',
      url: `${publicUrl}${removalLinkPath}?${new URLSearchParams({ token: removalToken(ctx.sealer, { userId, id }) })}`,
    },
    footnote:
      'If it was not you, someone may be using your account: remove the address with the button, ' +
      `choose a new password with “Forgot password?”, and write to ${supportEmail}.`,
  }
}
