import type { Socket } from 'node:net'
import { setTimeout as realDelay } from 'node:timers/promises'
import tls from 'node:tls'
import { isConnectionLost } from '../kit/fault-effects.ts'
import type { Fault } from '../kit/faults.ts'
import { BadCommand, commandParser } from './command-parser.ts'
import { readName, runCommand } from './commands.ts'
import { lineReader, LineTooLong, type LineReader } from './line-reader.ts'
import { responseOf, type Session } from './session.ts'
import { capabilities } from './sign-in-commands.ts'
import type { ImapSandbox } from './state.ts'

/** Of a server, in PEM. */
export type MailCertificate = { certificate: string; privateKey: string }

const MAX_LITERAL_BYTES = 32 * 2 ** 20
/** Before the sign-in a client needs no more. */
const MAX_EARLY_LITERAL_BYTES = 8192
const MAX_BAD_COMMANDS = 20

/** IMAP4rev1 (RFC 3501) over TLS on loopback, for the mailboxes of `sandbox.imap`. */
export async function startImap(sandbox: ImapSandbox, port: number, { certificate, privateKey }: MailCertificate) {
  const sockets = new Set<Socket>()
  const server = tls.createServer({ cert: certificate, key: privateKey }, (socket) => {
    sockets.add(socket)
    // Responses are many short lines.
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    void serve(sandbox, socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  sandbox.onReset.push(cutAll)
  return {
    url: `imaps://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      cutAll()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function serve(sandbox: ImapSandbox, socket: Socket): Promise<void> {
  const reader = lineReader(socket)
  const send = (line: string): void => {
    if (socket.writable) socket.write(`${line}\r\n`, 'latin1')
  }
  const session: Session = { sandbox, mailbox: null, selected: null, hasEnded: false, send, nextLine: reader.nextLine }
  send(`* OK [CAPABILITY ${capabilities(null)}] The mail server of the sandbox`)
  let badCommands = 0
  while (!session.hasEnded) {
    const text = await readCommand(session, reader)
    if (text === null) break
    const response = await respond(session, text)
    if (response === null) return void socket.destroy()
    if (response === 'nothing') return
    if (response === 'endless') return sendWithoutEnd(socket)
    send(response)
    if (/^\S+ BAD/.test(response) && ++badCommands === MAX_BAD_COMMANDS) break
  }
  socket.end()
}

const LINE_MS = 50

/** Responses without the tagged one, until the client closes the connection. */
function sendWithoutEnd(socket: Socket): void {
  const timer = setInterval(() => socket.write('* OK Please wait\r\n'), LINE_MS)
  socket.once('close', () => clearInterval(timer))
}

/** A command with its literals. @returns null at the end of the connection */
async function readCommand(session: Session, reader: LineReader): Promise<string | null> {
  let text = ''
  for (;;) {
    let line: string | null
    try {
      line = await reader.nextLine()
    } catch (error) {
      if (!(error instanceof LineTooLong)) throw error
      session.send('* BYE The line is too long')
      return null
    }
    if (line === null) return null
    text += line
    const [, size, isWithoutWaiting] = /\{(\d+)(\+?)\}$/.exec(line) ?? []
    if (size === undefined) return text
    if (Number(size) > (session.mailbox ? MAX_LITERAL_BYTES : MAX_EARLY_LITERAL_BYTES)) {
      session.send('* BYE [TOOBIG] The literal is too large')
      return null
    }
    if (!isWithoutWaiting) session.send('+ OK')
    const bytes = await reader.nextBytes(Number(size))
    if (bytes === null) return null
    text += `\r\n${bytes}`
  }
}

/** @returns the tagged response; null where the connection is cut, 'nothing' where it hangs, 'endless' */
async function respond(session: Session, text: string): Promise<string | null> {
  const [line = '', tag, rest = ''] = /^([^\s(){%*"\\+]+) ([^]*)$/.exec(text) ?? []
  if (tag === undefined) return `* BAD ${line === '' ? 'Invalid tag' : line}`
  const { journal, clock, faults } = session.sandbox
  const entry = {
    service: 'imap',
    at: clock.stamp(),
    method: '',
    url: '',
    headers: {},
    body: '',
    status: 0,
    response: '',
    mailbox: session.mailbox?.address ?? null,
    requestId: null,
    concurrency: 1,
    faults: [] as string[],
  }
  try {
    const command = commandParser(rest)
    const name = readName(command)
    // Neither passwords nor the text of an email.
    const shown = /^(?:LOGIN|AUTHENTICATE)$/.test(name) ? '' : rest.replace(/\{\d+\+?\}\r\n[^]*$/, '{…}')
    Object.assign(entry, { method: name, url: `imap://imap.sandbox.example/${shown}` })
    journal.add(entry)
    const fault = faults.consume({ service: 'imap', method: name, path: shown, mailbox: entry.mailbox })
    if (fault) entry.faults.push(fault.id)
    if (fault?.delayMs) await realDelay(fault.delayMs)
    const early = fault?.when === 'before' ? faultResponse(fault, tag) : undefined
    if (early !== undefined) return early
    const response = await runCommand(session, name, command)
    entry.status = 200
    entry.mailbox = session.mailbox?.address ?? null
    const late = fault?.when === 'after' ? faultResponse(fault, tag) : undefined
    return late === undefined ? `${tag} ${response}` : late
  } catch (error) {
    const response = responseOf(error)
    if (response === null) throw error
    entry.status = error instanceof BadCommand ? 400 : 409
    return `${tag} ${response}`
  }
}

/** The effect of a fault: BAD for the status 400, NO for others, or a lost connection. Undefined for a delay alone. */
function faultResponse(fault: Fault, tag: string): string | null | undefined {
  if (fault.action === 'endless') return 'endless'
  if (isConnectionLost(fault)) return fault.action === 'hang' ? 'nothing' : null
  if (fault.status === undefined && fault.error === undefined) return fault.when === 'after' ? null : undefined
  const code = fault.error === undefined ? '' : `[${fault.error}] `
  return `${tag} ${fault.status === 400 ? 'BAD' : 'NO'} ${code}${fault.message ?? 'The server is in trouble'}`
}
