import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import { timeLimitMs } from '../http/time-limit.ts'
import { VendorError } from '../http/vendor-error.ts'
import { mailServerConnectTimeoutMs, mailServerGreetingTimeoutMs } from './limits.ts'
import { connectionFailure, mailServerFailure, propertiesOf, type MailServerFailure } from './mail-server-failure.ts'
import type { MailServerAccount } from './mail-server.ts'
import { findSafeHost, type HostRules } from './safe-host.ts'

/** Of one use of a server for sending: a large email takes long. */
const submissionTimeoutMs = 60_000

type Transport = ReturnType<typeof transportOn>

/**
 * Opens a connection to the server through which the user sends email (RFC 6409), for one use of it.
 * @throws VendorError whose code is a `MailServerFailure`; `not_reachable` after `work` has sent an email: it may have
 * arrived
 */
export async function withSubmission<T>(
  account: MailServerAccount,
  rules: HostRules,
  work: (transport: Transport) => Promise<T>,
): Promise<T> {
  let socket: Socket | null = null
  const timer = setTimeout(() => socket?.destroy(), timeLimitMs(submissionTimeoutMs))
  try {
    socket = await openSocket(account, rules)
    return await work(transportOn(socket, account))
  } catch (error) {
    if (error instanceof VendorError) throw error
    throw mailServerFailure('submission', failureOf(error), error)
  } finally {
    clearTimeout(timer)
    socket?.destroy()
  }
}

/** Signs in and sends nothing. @throws VendorError as `withSubmission` */
export const checkSubmission = (account: MailServerAccount, rules: HostRules): Promise<void> =>
  withSubmission(account, rules, async (transport) => {
    await transport.verify()
  })

async function openSocket({ host, port, security }: MailServerAccount, rules: HostRules): Promise<Socket> {
  const { name, lookup } = await findSafeHost('submission', host, rules)
  const options = { host: name, port, lookup }
  const socket =
    security === 'tls'
      ? connectTls({ ...options, ...(isName(name) && { servername: name }), rejectUnauthorized: true })
      : connect(options)
  // Stays: an error without a listener would end the process.
  socket.on('error', () => undefined)
  const signal = AbortSignal.timeout(timeLimitMs(mailServerConnectTimeoutMs))
  try {
    await once(socket, security === 'tls' ? 'secureConnect' : 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? mailServerFailure('submission', 'not_reachable') : error
  }
}

function transportOn(socket: Socket, { host, port, security, user, password }: MailServerAccount) {
  return createTransport({
    host,
    port,
    connection: socket,
    secure: security === 'tls',
    secured: security === 'tls',
    // A server, or an attacker on the way, that removes STARTTLS never receives the password.
    requireTLS: security === 'starttls',
    tls: { rejectUnauthorized: true },
    auth: { user, pass: password },
    // Else a server that offers no sign-in would pass the check.
    forceAuth: true,
    greetingTimeout: timeLimitMs(mailServerGreetingTimeoutMs),
    socketTimeout: timeLimitMs(mailServerGreetingTimeoutMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** SNI has no addresses (RFC 6066, section 3). */
const isName = (host: string): boolean => !/^[\d.]+$|:/.test(host)

function failureOf(error: unknown): MailServerFailure {
  const { code, responseCode } = propertiesOf(error)
  const message = error instanceof Error ? error.message : ''
  // nodemailer keeps the text of OpenSSL and not its code.
  if ((code === 'ETLS' || code === 'ESOCKET') && /certificate/i.test(message)) return 'certificate_refused'
  if (code === 'ETLS') return 'capability_missing'
  if (code === 'EAUTH') return signInFailure(responseCode)
  if (isTooLarge(error)) return 'message_too_large'
  if (typeof responseCode === 'number') return replyFailure(error, responseCode)
  return connectionFailure(code) ?? 'protocol_error'
}

/**
 * 4yz is temporary (RFC 5321, 4.2.1), and 503 (bad sequence of commands) is not about this email. Where the server has
 * the whole email by then, it may send it nevertheless.
 */
function replyFailure(error: unknown, reply: number): MailServerFailure {
  const { code, command } = propertiesOf(error)
  if (command === 'CONN') return 'not_reachable'
  if (reply >= 500 && reply !== 503) return 'command_refused'
  return code === 'EMESSAGE' ? 'not_reachable' : 'command_delayed'
}

/** By the limit of EHLO (RFC 1870), which nodemailer compares, or by the reply; 5.2.2 is a full mailbox (RFC 3463). */
function isTooLarge(error: unknown): boolean {
  const { code, command, response, responseCode } = propertiesOf(error)
  if (code === 'EMESSAGE' && command === 'MAIL FROM' && responseCode === undefined) return true
  return /^5\d\d[ -]5\.(?:2\.3|3\.4)\b|^552(?![ -]5\.)/.test(String(response))
}

/** 535: wrong (RFC 4954); 534: an app password is needed; 500 to 504: the command is not known. */
function signInFailure(reply: unknown): MailServerFailure {
  if (reply === 535 || reply === 534) return 'sign_in_refused'
  return typeof reply !== 'number' || (reply >= 500 && reply <= 504) ? 'capability_missing' : 'sign_in_delayed'
}
