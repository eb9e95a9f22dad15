import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { MailCertificate } from '../imap/imap-server.ts'
import { deliverMime, readMime } from '../microsoft/mime.ts'
import { findMailbox } from '../microsoft/outlook.ts'
import { htmlToText } from '../microsoft/simulate-graph-text-body.ts'
import { PromptSmtpServer } from './prompt-smtp-server.ts'
import { addressRefusal } from './validate-address.ts'
import { type SmtpFaultEffect, faultAfterData, faultBeforeStep } from './smtp-faults.ts'
import { deliverToImap, keepSentCopy, type SmtpSandbox, submissionRules } from './submission.ts'
import { recordStep } from './record-step.ts'
import { refusal } from './smtp-refusal.ts'

export const MAX_MESSAGE_BYTES = 25 * 2 ** 20
export const MAX_RECIPIENTS = 100
const MAX_PORT = 65_535

type Smtp = { url: string; [Symbol.asyncDispose](): Promise<void> }

/** A port above this one, or below near the end of the port range. */
const portBeside = (port: number, offset: number): number => (port + offset > MAX_PORT ? port - offset : port + offset)

/** Ports of a sandbox on this HTTP port, so that a product needs only the sandbox's address. */
export const smtpPortOf = (port: number): number => portBeside(port, 1000)
export const imapPortOf = (port: number): number => portBeside(port, 2000)
export const submissionPortOf = (port: number): number => portBeside(port, 3000)

/**
 * The SMTP server that the product sends through. Accepted mail is in the outbox, and in the recipient's sandbox
 * mailbox if there is one.
 * @param certificate of a submission server over TLS, through which owners of IMAP mailboxes send
 */
export async function startSmtp(sandbox: SmtpSandbox, port = 0, certificate?: MailCertificate): Promise<Smtp> {
  const sockets = new Map<string, Socket>()
  const server = new PromptSmtpServer({
    name: 'smtp.sandbox.example',
    banner: 'sandbox, nothing leaves this machine',
    size: MAX_MESSAGE_BYTES,
    // There is no certificate: a client that requires TLS must fail before it sends.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 200,
    onAuth({ username, password }, _session, callback) {
      if (password === 'wrong') callback(refusal(535, '5.7.8', 'Authentication credentials invalid'))
      else callback(null, { user: username })
    },
    onMailFrom({ address }, _session, callback) {
      // Delivery reports have the empty sender.
      callback(address === '' ? null : addressRefusal(address))
    },
    ...(certificate && submissionRules(sandbox, certificate)),
    onRcptTo({ address }, session, callback) {
      callbackify(() => recordStep(sandbox, 'RCPT', [address], () => acceptRecipient(sandbox, address, session, lose)))(
        callback,
      )
    },
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address)
      callbackify(() => recordStep(sandbox, 'DATA', recipients, () => acceptMessage(sandbox, stream, session, lose)))(
        callback,
      )
    },
  })
  const lose: BreakConnection = async (session, lost) => {
    const socket = sockets.get(remoteAddressOf(session))
    if (lost === 'cut') socket?.destroy()
    if (lost === 'endless' && socket) sendWithoutEnd(socket)
    // Never resolves, because no reply follows.
    await new Promise<never>(() => undefined)
  }
  server.server.on('connection', (socket: Socket) => {
    const place = remoteAddressOf(socket)
    sockets.set(place, socket)
    socket.once('close', () => sockets.delete(place))
  })
  // Without a listener, a client that disconnects would end the process.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the SMTP server has no port')
  return {
    url: `${certificate ? 'smtps' : 'smtp'}://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Breaks the connection during a reply; never resolves. */
type BreakConnection = (session: SMTPServerSession, lost: SmtpFaultEffect['lost']) => Promise<void>

const LINE_MS = 50

/** Lines of a reply that more lines follow (RFC 5321, 4.2.1), until the client closes the connection. */
function sendWithoutEnd(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-Please wait\r\n'), LINE_MS)
  socket.once('close', () => clearInterval(timer))
}

function remoteAddressOf({
  remoteAddress,
  remotePort,
}: {
  remoteAddress?: string | undefined
  remotePort?: number | undefined
}) {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`
}

async function applyFaultEffect(
  session: SMTPServerSession,
  effect: SmtpFaultEffect,
  breakConnection: BreakConnection,
): Promise<void> {
  if (effect.lost) await breakConnection(session, effect.lost)
  if (effect.refusal) throw effect.refusal
}

async function acceptRecipient(
  sandbox: SmtpSandbox,
  address: string,
  session: SMTPServerSession,
  lose: BreakConnection,
): Promise<void> {
  if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) throw refusal(452, '4.5.3', 'Too many recipients')
  const problem = addressRefusal(address)
  if (problem) throw problem
  await applyFaultEffect(session, await faultBeforeStep(sandbox, 'RCPT', [address]), lose)
}

async function acceptMessage(
  sandbox: SmtpSandbox,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  lose: BreakConnection,
): Promise<string> {
  const raw = await readStream(stream)
  if (stream.sizeExceeded || raw === null)
    throw refusal(552, '5.3.4', `Message size exceeds the limit of ${MAX_MESSAGE_BYTES} bytes`)
  const mail = await readMime(raw)
  if (!mail.from) throw refusal(550, '5.7.1', 'Message has no From header')
  const recipients = session.envelope.rcptTo.map(({ address }) => address)
  await applyFaultEffect(session, await faultBeforeStep(sandbox, 'DATA', recipients), lose)
  const { mailFrom } = session.envelope
  const html = mail.body?.contentType === 'html' ? mail.body.content : ''
  sandbox.outbox.mails.push({
    to: recipients.join(', '),
    from: mail.from.emailAddress.address ?? (mailFrom === false ? '' : mailFrom.address),
    subject: mail.subject ?? '',
    text: mail.text ?? htmlToText(html),
    html,
    via: 'smtp',
    at: sandbox.clock.iso(),
  })
  for (const recipient of recipients) {
    if (findMailbox(sandbox.outlook, recipient)) await deliverMime(sandbox.outlook, recipient, raw)
    deliverToImap(sandbox, recipient, raw)
  }
  keepSentCopy(sandbox, session.user, raw)
  sandbox.changed()
  await applyFaultEffect(session, await faultAfterData(sandbox, recipients), lose)
  return `2.0.0 Ok: queued as ${session.id}.${sandbox.outbox.mails.length}`
}

/** Reads an oversized message to its end: SMTP cannot stop a sender during DATA. */
async function readStream(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    if (!Buffer.isBuffer(part)) continue
    size += part.length
    if (size <= MAX_MESSAGE_BYTES) parts.push(part)
  }
  return size <= MAX_MESSAGE_BYTES ? Buffer.concat(parts) : null
}
