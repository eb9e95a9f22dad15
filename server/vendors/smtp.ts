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
        // Nobody's absence notice should answer (RFC 3834).
        await transport.sendMail({ from, ...email, headers: { 'Auto-Submitted': 'auto-generated' } })
      } catch (error) {
        throw new VendorError('smtp', statusOf(error), 'not_sent', null, error)
      }
    },
  }
}

/**
 * In the terms of the other services: SMTP says "later" with 4yz and "never" with 5yz (RFC 5321 section 4.2.1), the other way
 * round than HTTP. 0 where no reply came, so that nobody knows whether the e-mail arrived.
 */
function statusOf(error: unknown): number {
  const reply = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  if (reply >= 500 && reply < 600) return 422
  return reply >= 400 && reply < 500 ? 503 : 0
}
