import { createHash } from 'node:crypto'
import { DefaultDeserializer, DefaultSerializer } from 'node:v8'

/** Raised whenever the form of the stored state changes. A state of another version cannot be read. */
const STATE_VERSION = 2

/** Larger content is in a file of its own, so that one change does not write all attachments again. */
const MAX_INLINE_BYTES = 64 * 2 ** 10

/** The form of large content: the hash of a file. */
export type Blobs = { write(bytes: Uint8Array): string; read(hash: string): Uint8Array }

/** Why a stored state cannot be used. */
export class UnreadableState extends Error {}

/** Serializes a graph of plain objects, maps, sets and bytes. Functions are refused; instances lose their class. */
export function encodeState(state: unknown, blobs: Blobs): Buffer {
  const serializer = new StateSerializer(blobs)
  serializer.writeHeader()
  serializer.writeValue(state)
  const body = serializer.releaseBuffer()
  return Buffer.concat([Buffer.from(`mailroom-sandbox ${STATE_VERSION} ${sha256(body)}\n`), body])
}

/** @throws UnreadableState */
export function decodeState(file: Buffer, blobs: Blobs): unknown {
  const end = file.indexOf('\n')
  const [name, version, checksum] = file.toString('latin1', 0, Math.max(end, 0)).split(' ')
  if (name !== 'mailroom-sandbox') throw new UnreadableState('it is damaged')
  if (version !== String(STATE_VERSION)) throw new UnreadableState('another version of the sandbox wrote it')
  const body = file.subarray(end + 1)
  if (sha256(body) !== checksum) throw new UnreadableState('it is damaged')
  const deserializer = new StateDeserializer(body, blobs)
  deserializer.readHeader()
  return deserializer.readValue()
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The base class passes each view of bytes to `_writeHostObject`. */
class StateSerializer extends DefaultSerializer {
  readonly #blobs: Blobs

  constructor(blobs: Blobs) {
    super()
    this.#blobs = blobs
  }

  _writeHostObject(value: object): void {
    if (!(value instanceof Uint8Array)) throw new TypeError('only bytes can be stored')
    const isInline = value.byteLength <= MAX_INLINE_BYTES
    const stored = isInline ? value : Buffer.from(this.#blobs.write(value))
    this.writeUint32(isInline ? 1 : 0)
    this.writeUint32(stored.byteLength)
    this.writeRawBytes(stored)
  }
}

class StateDeserializer extends DefaultDeserializer {
  readonly #blobs: Blobs

  constructor(body: Buffer, blobs: Blobs) {
    super(body)
    this.#blobs = blobs
  }

  _readHostObject(): Uint8Array {
    const isInline = this.readUint32() === 1
    const stored = Buffer.from(this.readRawBytes(this.readUint32()))
    return isInline ? stored : this.#blobs.read(stored.toString())
  }
}
