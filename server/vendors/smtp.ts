import { createTransport } from 'nodemailer'
import type { SmtpConfig } from '../service-settings.ts'
import { VendorError } from './vendor-error.ts'

export interface OutgoingEmail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Smtp {
  /**
   * Hands one e-mail to the mail server.
   * @throws VendorError, which is `transient` where another try may help
   */
  send(email: OutgoingEmail): Promise<void>
}

const timeoutMs = 15_000

/** Nobody's absence notice should answer (RFC 3834; the second is what Exchange heeds). */
const quiet = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** One connection an e-mail: we send few, and a connection that rests is one that breaks. */
export function createSmtp({ url, from, requireTls }: SmtpConfig): Smtp {
  const transport = createTransport({
    url,
    requireTLS: requireTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(email) {
      try {
        await transport.sendMail({ from, ...email, headers: quiet })
      } catch (error) {
        throw new VendorError('smtp', statusOf(error), 'not_sent', null, error)
      }
    },
  }
}

/**
 * In the terms of the other services: SMTP says "later" with 4yz and "never" with 5yz (RFC 5321 section 4.2.1), the other way
 * round than HTTP. "Never" is believed only of this recipient or this e-mail: a refused password, sender or encryption is for the
 * operator to mend, and the e-mail can wait for that. 0 where no reply came, so that nobody knows whether the e-mail arrived.
 */
function statusOf(error: unknown): number {
  const reply = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const step = error instanceof Error && 'command' in error ? error.command : ''
  // 503: the conversation went wrong, which is not the e-mail's fault.
  if (reply >= 500 && reply !== 503 && (step === 'RCPT TO' || step === 'DATA')) return 422
  return reply >= 400 ? 503 : 0
}
