import { exactAddress } from '../../../contract/address.ts'
import type { SmtpConfig } from '../../service-settings.ts'

/**
 * Whether Mailroom sent the email. Such emails stay in the inbox, so that the user finds a password reset link
 * there. A forged sender address gains nothing: the email merely stays in the inbox.
 * @param sender result of `senderOf`
 */
export function isOwnMail(smtp: Pick<SmtpConfig, 'from'> | null, sender: string): boolean {
  if (!smtp) return false
  // Either `Mailroom <no-reply@example.com>` or the address alone.
  const own = /<([^<>]+)>\s*$/.exec(smtp.from)?.[1] ?? smtp.from
  return sender !== '' && sender === exactAddress(own)
}
