import { exactAddress } from '../../../contract/address.ts'
import type { SmtpConfig } from '../../service-settings.ts'

/**
 * Whether the mail is one of our own: a link to reset a password must be found where people look for it. Anybody can write our address
 * into a mail; all that it brings them is that the mail stays in the inbox.
 * @param sender as `senderOf` gives it
 */
export function isOwnMail(smtp: Pick<SmtpConfig, 'from'> | null, sender: string): boolean {
  if (!smtp) return false
  // After a name, as in `Mailroom <no-reply@example.com>`, or alone.
  const own = /<([^<>]+)>\s*$/.exec(smtp.from)?.[1] ?? smtp.from
  return sender !== '' && sender === exactAddress(own)
}
