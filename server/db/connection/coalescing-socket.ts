import { Socket } from 'node:net'

type Written = (error?: Error | null) => void

/** Sends everything that is written in one turn of the event loop by one system call: a pipeline is one packet. */
export class CoalescingSocket extends Socket {
  #isHolding = false

  constructor() {
    super()
    // `connect` hides an overridden `write` behind a property of the socket (nodejs/node, lib/net.js).
    this.once('connect', () => Reflect.deleteProperty(this, 'write'))
  }

  #hold(): void {
    if (this.#isHolding) return
    this.#isHolding = true
    this.cork()
    process.nextTick(() => {
      this.#isHolding = false
      this.uncork()
    })
  }

  override write(chunk: string | Uint8Array, encoding?: BufferEncoding | Written, written?: Written): boolean {
    this.#hold()
    return typeof encoding === 'string'
      ? super.write(chunk, encoding, written)
      : super.write(chunk, encoding ?? written)
  }
}
