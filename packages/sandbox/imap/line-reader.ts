import type { Socket } from 'node:net'

/** Longer lines end the connection. */
const MAX_LINE_BYTES = 64 * 2 ** 10

export class LineTooLong extends Error {}

export type LineReader = {
  nextLine: () => Promise<string | null>
  nextBytes: (size: number) => Promise<string | null>
}

/** Reads lines and literals of a client, as Latin-1. The results are null after the end of the connection. */
export function lineReader(socket: Socket): LineReader {
  let buffer = Buffer.alloc(0)
  let hasEnded = false
  let wake: () => void = () => {}
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk])
    wake()
  })
  for (const event of ['end', 'close', 'error'] as const)
    socket.on(event, () => {
      hasEnded = true
      wake()
    })
  const more = (): Promise<void> => new Promise((resolve) => (wake = resolve))
  const take = (size: number): string => {
    const text = buffer.toString('latin1', 0, size)
    buffer = buffer.subarray(size)
    return text
  }
  return {
    async nextLine(): Promise<string | null> {
      for (;;) {
        const end = buffer.indexOf('\r\n')
        if (end > MAX_LINE_BYTES || (end === -1 && buffer.length > MAX_LINE_BYTES)) throw new LineTooLong()
        if (end !== -1) return take(end + 2).slice(0, -2)
        if (hasEnded) return null
        await more()
      }
    },
    async nextBytes(size: number): Promise<string | null> {
      for (;;) {
        if (buffer.length >= size) return take(size)
        if (hasEnded) return null
        await more()
      }
    },
  }
}
