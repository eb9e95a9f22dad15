import type { Context } from '../../context.ts'
import { accountEmail } from '../../shared/account-email.ts'
import type { EmailContent } from '../../emails/email-content.ts'
import type { EmailPayload } from '../../emails/email-kinds.ts'
import { originLine } from '../../emails/origin-line.ts'

/** Tells the user where an action stores files from now on. */
export async function composeFileDestinationNotice(
  ctx: Pick<Context, 'config' | 'db'>,
  { userId, destination, ip, at }: EmailPayload<'file-destination-notice'>,
): Promise<EmailContent | null> {
  const { productName, publicUrl, supportEmail } = ctx.config
  const to = await ctx.db.asAccounts((tx) => accountEmail(tx, userId))
  if (to === null) return null
  const subject = `${productName} now stores your files in another place`
  return {
    to,
    subject,
    heading: subject,
    paragraphs: [
      'Someone, most likely you, changed where an action stores the attachments of your email. From now on they ' +
        `go to ${destination}. Everyone with whom this folder is shared can read them.`,
      originLine(at, ip),
    ],
    button: { label: 'Check your actions', url: `${publicUrl}/dashboard?tab=folders` },
    footnote:
      'If it was not you, someone may be using your account: change the folder back, ' +
      `choose a new password with “Forgot password?”, and write to ${supportEmail}.`,
  }
}
