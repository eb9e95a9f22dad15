import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { createSandboxState } from '../sandbox-state.ts'
import { startSmtp } from './smtp-server.ts'

/** An SMTP client that sends single lines and returns each reply; '' if the connection ends. */
export async function connectSmtp(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  async function readReply(): Promise<string> {
    for (;;) {
      const { value, done } = await lines.next()
      if (done === true) return ''
      if (/^\d{3}(?: |$)/.test(value)) return value
    }
  }
  await readReply()
  return {
    say(line: string) {
      socket.write(`${line}\r\n`)
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
