import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { createSandboxState } from '../sandbox-state.ts'
import { startSmtp } from '../smtp/smtp-server.ts'

/** An SMTP client that sends single lines and returns each reply; '' if the connection ends. */
export async function connectSmtp(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const readLine = async (): Promise<string | null> => {
    const { value, done } = await lines.next()
    return done === true ? null : value
  }
  async function readReply(): Promise<string> {
    for (;;) {
      const line = await readLine()
      if (line === null) return ''
      if (/^\d{3}(?: |$)/.test(line)) return line
    }
  }
  const write = (line: string) => void socket.write(`${line}\r\n`)
  await readReply()
  return {
    write,
    readLine,
    say(line: string) {
      write(line)
      return readReply()
    },
    [Symbol.dispose]: () => socket.destroy(),
  }
}

/** Starts an SMTP server with its own sandbox, and a client that has sent EHLO. */
export async function startWithClient() {
  const sandbox = createSandboxState({ demo: false })
  const smtp = await startSmtp(sandbox)
  const client = await connectSmtp(smtp.url)
  await client.say('EHLO product.example')
  return { sandbox, smtp, client }
}

/** A message as sent after DATA, including the final dot. */
export const TEST_MESSAGE = [
  'From: Mailroom <no-reply@mailroom.example>',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hallo Kim',
  '.',
]
