import { createTransport } from 'nodemailer'
import type { SmtpConfig } from '../service-settings.ts'
import { timeLimitMs } from './http/time-limit.ts'
import { VendorError } from './http/vendor-error.ts'

/** Without a byte from the mail server, and the whole email: shorter than the delay of its next attempt. */
const smtpIdleTimeoutMs = 15_000
const smtpTimeoutMs = 30_000

interface OutgoingEmail {
  to: string
  /** Of subject and text, e.g. `de`. */
  language: string
  subject: string
  text: string
  html: string
  /** Ends this kind of email for the recipient by a POST (RFC 8058). */
  unsubscribeUrl?: string
}

export interface Smtp {
  /**
   * Sends one email.
   * @throws VendorError, `transient` if a retry may succeed
   */
  send(email: OutgoingEmail): Promise<void>
}

/** Suppress out-of-office replies (RFC 3834); Exchange reads the second header. */
const autoReplySuppression = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** The button "Unsubscribe" of email clients (RFC 8058, section 3.1). */
const oneClickUnsubscribe = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Of each connection to the mail server, beside its address. */
export const smtpOptions = ({ requireTls }: SmtpConfig) => ({
  requireTLS: requireTls,
  connectionTimeout: timeLimitMs(smtpIdleTimeoutMs),
  greetingTimeout: timeLimitMs(smtpIdleTimeoutMs),
  socketTimeout: timeLimitMs(smtpIdleTimeoutMs),
})

/** Opens one connection per email: few are sent, and idle connections break. */
export function createSmtp(config: SmtpConfig): Smtp {
  const access = { disableFileAccess: true, disableUrlAccess: true }
  const transport = createTransport({ url: config.url, ...smtpOptions(config), ...access })
  // Of the whole email; the limit of the socket begins again with each line of the server.
  const limitMs = timeLimitMs(smtpTimeoutMs)
  return {
    async send({ language, unsubscribeUrl, ...email }) {
      try {
        const signal = AbortSignal.timeout(limitMs)
        const headers = {
          ...autoReplySuppression,
          'Content-Language': language,
          ...(unsubscribeUrl && oneClickUnsubscribe(unsubscribeUrl)),
        }
        await transport.sendMail({ from: config.from, ...email, headers, signal })
      } catch (error) {
        throw new VendorError('smtp', statusOf(error), codeOf(error), null, error)
      }
    },
  }
}

/**
 * Maps an SMTP reply to an HTTP status: 4yz is temporary and 5yz permanent (RFC 5321, 4.2.1). Only replies about the
 * recipient or the content are permanent here; a rejected password, sender or TLS is retried until the operator fixes
 * it. 0 means that no reply arrived, so the email may have been sent.
 */
function statusOf(error: unknown): number {
  const reply = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const step = error instanceof Error && 'command' in error ? error.command : ''
  // 503 (bad sequence of commands) is not about this email.
  if (reply >= 500 && reply !== 503 && (step === 'RCPT TO' || step === 'DATA')) return 422
  return reply >= 400 ? 503 : 0
}

/** `login_refused`: no email can be sent. `recipient_delayed`: only this one has to wait (greylisting). */
function codeOf(error: unknown): 'login_refused' | 'recipient_delayed' | 'not_sent' {
  if (!(error instanceof Error)) return 'not_sent'
  if ('code' in error && error.code === 'EAUTH') return 'login_refused'
  const step = 'command' in error ? error.command : ''
  const reply = 'responseCode' in error ? Number(error.responseCode) : 0
  return reply >= 400 && (step === 'RCPT TO' || step === 'DATA') ? 'recipient_delayed' : 'not_sent'
}
