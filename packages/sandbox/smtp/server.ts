import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { World } from '../kit/world.ts'
import { deliverMime } from '../microsoft/mime.ts'
import { findMailbox } from '../microsoft/outlook.ts'
import { htmlToText } from '../microsoft/text.ts'
import { addressProblem } from './address.ts'
import { type Trouble, troubleAfter, troubleAt } from './fault.ts'
import { refusal } from './refusal.ts'

export const MOST_BYTES = 25 * 2 ** 20
export const MOST_RECIPIENTS = 100
const SMTP_DISTANCE = 1000
const HIGHEST_PORT = 65_535

export type Smtp = { url: string; [Symbol.asyncDispose](): Promise<void> }

/**
 * Where the mail server of a sandbox on this port listens, so that a product which knows only the sandbox's address knows
 * this one, too: 1000 above, or below where there is no such port.
 */
export function smtpPortOf(port: number): number {
  return port + SMTP_DISTANCE > HIGHEST_PORT ? port - SMTP_DISTANCE : port + SMTP_DISTANCE
}

/** The mail server that the product sends through. What it accepts is in the outbox, and in the recipient's sandbox mailbox if there is one. */
export async function startSmtp(world: World, port = 0): Promise<Smtp> {
  const sockets = new Map<string, Socket>()
  const server = new SMTPServer({
    name: 'smtp.sandbox.example',
    banner: 'sandbox, nothing leaves this machine',
    size: MOST_BYTES,
    // There is no certificate: a client that insists on TLS must fail here, not half-way.
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
      // The empty sender is what delivery reports have.
      callback(address === '' ? null : addressProblem(address))
    },
    onRcptTo({ address }, session, callback) {
      callbackify(() => admit(world, address, session, lose))(callback)
    },
    onData(stream, session, callback) {
      callbackify(() => receive(world, stream, session, lose))(callback)
    },
  })
  const lose: Lose = async (session, lost) => {
    if (lost === 'cut') sockets.get(placeOf(session))?.destroy()
    // Whether cut or left hanging: no answer follows.
    await new Promise<never>(() => undefined)
  }
  server.server.on('connection', (socket: Socket) => {
    const place = placeOf(socket)
    sockets.set(place, socket)
    socket.once('close', () => sockets.delete(place))
  })
  // A client that hangs up in the middle is its own affair; without a listener it would end the sandbox.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the SMTP server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Ends a conversation in the middle of an answer; never comes back. */
type Lose = (session: SMTPServerSession, lost: 'cut' | 'hang') => Promise<void>

function placeOf({
  remoteAddress,
  remotePort,
}: {
  remoteAddress?: string | undefined
  remotePort?: number | undefined
}) {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`
}

async function suffer(session: SMTPServerSession, trouble: Trouble, lose: Lose): Promise<void> {
  if (trouble.lost) await lose(session, trouble.lost)
  if (trouble.refusal) throw trouble.refusal
}

async function admit(world: World, address: string, session: SMTPServerSession, lose: Lose): Promise<void> {
  if (session.envelope.rcptTo.length >= MOST_RECIPIENTS) throw refusal(452, '4.5.3', 'Too many recipients')
  const problem = addressProblem(address)
  if (problem) throw problem
  await suffer(session, await troubleAt(world, 'RCPT', [address]), lose)
}

async function receive(
  world: World,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  lose: Lose,
): Promise<string> {
  const raw = await read(stream)
  if (stream.sizeExceeded || raw === null)
    throw refusal(552, '5.3.4', `Message size exceeds the limit of ${MOST_BYTES} bytes`)
  const mail = await PostalMime.parse(raw)
  if (!mail.from) throw refusal(550, '5.7.1', 'Message has no From header')
  const recipients = session.envelope.rcptTo.map(({ address }) => address)
  await suffer(session, await troubleAt(world, 'DATA', recipients), lose)
  const { mailFrom } = session.envelope
  world.outbox.mails.push({
    to: recipients.join(', '),
    from: mail.from.address ?? (mailFrom === false ? '' : mailFrom.address),
    subject: mail.subject ?? '',
    text: mail.text ?? htmlToText(mail.html ?? ''),
    html: mail.html ?? '',
    via: 'smtp',
    at: world.clock.iso(),
  })
  for (const recipient of recipients) {
    if (findMailbox(world.outlook, recipient)) await deliverMime(world.outlook, recipient, raw)
  }
  await suffer(session, await troubleAfter(world, recipients), lose)
  return `2.0.0 Ok: queued as ${session.id}.${world.outbox.mails.length}`
}

/** Reads to the end even when it is too much: the protocol has no way to stop a sender in the middle. */
async function read(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    if (!Buffer.isBuffer(part)) continue
    size += part.length
    if (size <= MOST_BYTES) parts.push(part)
  }
  return size <= MOST_BYTES ? Buffer.concat(parts) : null
}
