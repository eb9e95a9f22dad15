import { promisify } from 'node:util'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, { type SMTPConnectionCustomAuthHandler } from 'nodemailer/lib/smtp-connection'
import type { SmtpConfig } from '../service-settings.ts'
import { smtpOptions } from './smtp.ts'

/** What the mail server refused: a code of nodemailer, as EAUTH, '' without one, or the reply to the sender. */
type SmtpRefusal = { code: string } | { senderReply: number }

/**
 * Connects, starts TLS, signs in and names the sender, as for an email, and sends none.
 * @returns null where the mail server accepts all
 */
export async function verifySmtp(config: SmtpConfig): Promise<SmtpRefusal | null> {
  let reply = 0
  // nodemailer sends MAIL FROM with an email only, and a command alone as a way to sign in.
  const nameSender: SMTPConnectionCustomAuthHandler = async (server) => {
    reply = (await server.sendCommand(`MAIL FROM:<${addressOf(config.from)}>`)).status ?? 0
    await server.sendCommand('RSET')
  }
  const options = { ...smtpOptions(config), ...parseConnectionUrl(config.url), customAuth: { SENDER: nameSender } }
  const connection = new SMTPConnection(options)
  const lost = Promise.withResolvers<never>()
  connection.on('error', lost.reject)
  connection.on('end', () => lost.reject(new Error('The mail server ended the connection')))
  try {
    await Promise.race([lost.promise, converse(connection, options.auth)])
    return reply >= 500 ? { senderReply: reply } : null
  } catch (error) {
    return { code: error instanceof Error && 'code' in error ? String(error.code) : '' }
  } finally {
    connection.quit()
  }
}

async function converse(connection: SMTPConnection, auth: Parameters<SMTPConnection['login']>[0]): Promise<void> {
  await promisify(connection.connect.bind(connection))()
  const login = promisify(connection.login.bind(connection))
  if (auth && connection.allowsAuth) await login(auth)
  await login({ method: 'SENDER' })
}

/** Of “Mailroom <no-reply@example.com>”. */
const addressOf = (sender: string): string => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender
