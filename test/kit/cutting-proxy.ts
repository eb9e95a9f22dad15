import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import tls from 'node:tls'
import { mailCertificate } from './mail-certificate.ts'

export interface Incident {
  /** Of the command, without its tag. */
  command: RegExp
  /**
   * - `before`: the command does not reach the server
   * - `unanswered`: the server has carried it out, and nothing of its response reaches the client
   * - `answered`: the whole response has reached the client
   */
  at: 'before' | 'unanswered' | 'answered'
  /**
   * `cut` ends the connection. `swallow` leaves it open, and nothing passes any more in either direction. `NO …` and
   * `BAD …` are the server's answer in place of the command, and `BYE …` its last one.
   */
  how: Loss | `NO ${string}` | `BAD ${string}` | `BYE ${string}`
}
type Loss = 'cut' | 'swallow'
interface Planned extends Incident {
  happened: () => void
}

/**
 * A proxy in front of the clear-text port of a mail server, which cuts and swallows connections at a command. It ends
 * TLS itself, to read the commands.
 * @param security of the connections of clients: TLS from the start, STARTTLS, or a STARTTLS that is removed from the
 *   capabilities and refused, as by an attacker
 */
export async function startCuttingProxy(target: { port: number }, security: 'tls' | 'starttls' | 'stripped' = 'tls') {
  const { certificate, privateKey } = mailCertificate()
  const pair = { cert: certificate, key: privateKey }
  const planned: Planned[] = []
  const open = new Set<{ lose: (how: Loss) => void }>()
  const sockets = new Set<Socket>()
  let held: (() => void)[] | null = null

  function accept(client: Socket): void {
    const server = connect(target.port, '127.0.0.1')
    const state = {
      client,
      isLost: false,
      isRefused: false,
      isSecure: security === 'tls',
      afterwards: null as Planned | null,
    }
    /** Commands without their tagged response, and what then happens. */
    const pending = new Map<string, Planned | undefined>()
    const lose = (how: Loss): void => {
      state.isLost = true
      open.delete(connection)
      if (how === 'cut') for (const socket of [state.client, server]) socket.destroy()
    }
    const connection = { lose }
    open.add(connection)

    function happen(incident: Planned, tag = ''): void {
      const { how } = incident
      if (how === 'cut' || how === 'swallow') lose(how)
      else if (!how.startsWith('BYE ')) {
        state.isRefused = true
        state.client.write(`${tag} ${how}\r\n`)
      } else state.client.write(`* ${how}\r\n`, () => lose('cut'))
      incident.happened()
    }

    /** @returns what the server receives */
    function handleCommand(line: string, bytes: Buffer): Buffer | null {
      const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
      if (/^STARTTLS$/i.test(command) && !state.isSecure) {
        startTls(tag)
        return null
      }
      const index = planned.findIndex((one) => one.command.test(command))
      const [incident] = index === -1 ? [] : planned.splice(index, 1)
      if (incident?.at === 'before') {
        happen(incident, tag)
        return null
      }
      state.isRefused = false
      if (command) pending.set(tag, incident)
      return bytes
    }

    function startTls(tag: string): void {
      if (security === 'stripped') return void state.client.write(`${tag} BAD Unknown command\r\n`)
      state.client.removeAllListeners('data')
      state.client.write(`${tag} OK Begin TLS\r\n`)
      state.client = new tls.TLSSocket(state.client, { isServer: true, ...pair })
      state.isSecure = true
      readCommands()
    }

    function readCommands(): void {
      const split = imapSplitter()
      watch(state.client, server, (chunk) => {
        const parts = split(chunk).map(({ bytes, begins }) => {
          if (begins !== null) return handleCommand(begins, bytes)
          // The literal of a refused command.
          return state.isRefused ? null : bytes
        })
        return parts.filter((part) => part !== null)
      })
    }

    function readResponses(): void {
      const split = imapSplitter()
      watch(server, null, (chunk) =>
        split(chunk).flatMap(({ bytes, begins }) => {
          const tag = begins?.split(' ')[0] ?? ''
          const incident = pending.get(tag)
          pending.delete(tag)
          const answered = [...pending.values()].some((one) => one?.at === 'unanswered')
          if (incident?.at === 'unanswered') happen(incident)
          if (state.isLost || answered) return []
          if (incident?.at === 'answered') state.afterwards = incident
          const offersTls = begins !== null && / STARTTLS\b/.test(begins) && security !== 'starttls'
          return [offersTls ? Buffer.from(bytes.toString('latin1').replace(' STARTTLS', ''), 'latin1') : bytes]
        }),
      )
    }

    /** Passes on what `filter` leaves of each chunk. A connection that ends on one side ends on the other one. */
    function watch(from: Socket, to: Socket | null, filter: (chunk: Buffer) => Buffer[]): void {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        if (!state.isLost) lose('cut')
      })
      from.on('data', (chunk: Buffer) => {
        if (state.isLost) return
        const bytes = Buffer.concat(filter(chunk))
        const { afterwards } = state
        const write = (): void => {
          if (state.isLost || bytes.length === 0) return
          const receiver = to ?? state.client
          receiver.write(bytes, () => afterwards && happen(afterwards))
        }
        if (held) held.push(write)
        else write()
      })
    }

    readCommands()
    readResponses()
  }

  const server = security === 'tls' ? tls.createServer(pair, accept) : createServer(accept)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  return {
    host: '127.0.0.1',
    port: address.port,
    certificate,

    /** Plans an incident at the next such command. @returns when it has happened */
    async next(incident: Incident): Promise<void> {
      await new Promise<void>((resolve) => void planned.push({ ...incident, happened: resolve }))
    },

    /** Cuts all connections, or leaves them half-open. */
    loseAll(how: Loss): void {
      for (const connection of open) connection.lose(how)
    },

    /** Delays all bytes in both directions. @returns what lets them pass */
    hold(): () => void {
      const waiting: (() => void)[] = []
      held = waiting
      return () => {
        held = null
        for (const write of waiting) write()
      }
    },

    /** Connections between which bytes pass. */
    connections: () => open.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

interface Part {
  bytes: Buffer
  /** The text of a line that begins a command or a response; null for literals and what follows one. */
  begins: string | null
}

/** Splits one direction of an IMAP connection (RFC 9051, 4) into lines and literals, as they arrive. */
function imapSplitter(): (chunk: Buffer) => Part[] {
  let rest = Buffer.alloc(0)
  let literal = 0
  let isStart = true
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const parts: Part[] = []
    for (;;) {
      const end = literal > 0 ? Math.min(literal, rest.length) : rest.indexOf('\n') + 1
      if (end === 0) return parts
      const bytes = rest.subarray(0, end)
      rest = rest.subarray(end)
      if (literal > 0) {
        literal -= end
        parts.push({ bytes, begins: null })
        continue
      }
      const line = bytes.toString('latin1').trimEnd()
      parts.push({ bytes, begins: isStart ? line : null })
      literal = Number(/\{(\d+)\+?\}$/.exec(line)?.[1] ?? 0)
      isStart = literal === 0 && !line.endsWith('{0}') && !line.endsWith('{0+}')
    }
  }
}
