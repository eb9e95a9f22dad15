import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { createWorld } from '../kit/create-world.ts'
import { startSmtp } from './server.ts'

/** A client that says one line after the other and hears each answer; '' where the connection ends without one. */
export async function dial(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  async function hear(): Promise<string> {
    for (;;) {
      const { value, done } = await lines.next()
      if (done === true) return ''
      if (/^\d{3}(?: |$)/.test(value)) return value
    }
  }
  await hear()
  return {
    say(line: string) {
      socket.write(`${line}\r\n`)
      return hear()
    },
    [Symbol.dispose]: () => socket.destroy(),
  }
}

/** A mail server of a world of its own, and a client that has said hello to it. */
export async function startWithClient() {
  const world = createWorld({ demo: false })
  const smtp = await startSmtp(world)
  const client = await dial(smtp.url)
  await client.say('EHLO product.example')
  return { world, smtp, client }
}

/** A mail as it goes over the wire, up to the point that ends it. */
export const hello = [
  'From: Mailroom <no-reply@mailroom.example>',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hallo Kim',
  '.',
]
