import { once } from 'node:events'
import { createInterface } from 'node:readline'
import tls from 'node:tls'

const ended = 'the connection ended'

/** A connection on which a test writes commands of IMAP itself. */
export async function connectImapLines({ host, port }: { host: string; port: number }) {
  const socket = tls.connect({ host, port })
  socket.on('error', () => undefined)
  const reader = createInterface({ input: socket })
  socket.once('close', () => reader.close())
  const lines = reader[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => (await lines.next()).value ?? ended
  await once(socket, 'secureConnect')
  const greeting = await nextLine()
  let count = 0
  return {
    greeting,
    /** @returns the lines of the response, the last one without its tag */
    async run(command: string): Promise<string[]> {
      const tag = `a${(count += 1)}`
      socket.write(`${tag} ${command}\r\n`)
      const answer: string[] = []
      for (;;) {
        const line = await nextLine()
        const isTagged = line.startsWith(`${tag} `)
        answer.push(isTagged ? line.slice(tag.length + 1) : line)
        if (isTagged || line.startsWith('+ ') || line === ended) return answer
      }
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}
