import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { composeText } from '../../../contract/compose-text.ts'
import { StartupError, systemCode } from '../../startup-error.ts'

/**
 * A compressed file of lines, encrypted by a passphrase. Format: the magic, 16 bytes of salt, then chunks of a length
 * (4 bytes), AES-256-GCM ciphertext and tag (16 bytes). The nonce counts the chunks and marks the last one, so that
 * chunks cannot be reordered or left out (STREAM, Hoang et al. 2015). The key is scrypt(passphrase, salt).
 */
const magic = Buffer.from('mailroom-backup-1\n')
const saltBytes = 16
const tagBytes = 16
const chunkBytes = 64 * 1024
/** Half a second for each guess of a passphrase. */
const productionCost = 2 ** 17

const lineBreak = 0x0a

const wrongOrDamaged = 'The passphrase is wrong, or the backup is damaged.'

/** A longer line would not fit into the memory of a small machine. */
const lineMaxBytes = 128 * 2 ** 20

function keyOf(passphrase: string, salt: Buffer, cost = productionCost): Promise<Buffer> {
  const options = { N: cost, r: 8, p: 1, maxmem: 256 * 2 ** 20 }
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(count, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/**
 * Only the owner may read the file, which appears when it is complete.
 * @param file null: the standard output
 * @param cost of the key; lower in tests
 */
export async function writeEncryptedLines(
  file: string | null,
  passphrase: string,
  lines: AsyncIterable<string>,
  cost?: number,
): Promise<void> {
  const draft = file === null ? null : `${file}.partial`
  const salt = randomBytes(saltBytes)
  const key = await keyOf(passphrase, salt, cost)
  const withBreaks = async function* () {
    for await (const line of lines) yield `${line}\n`
  }
  await pipeline(
    Readable.from(withBreaks()),
    createGzip(),
    async function* (source: AsyncIterable<Buffer>) {
      yield Buffer.concat([magic, salt])
      let count = 0
      let pending = Buffer.alloc(0)
      for await (const part of source) {
        pending = Buffer.concat([pending, part])
        for (; pending.length > chunkBytes; pending = pending.subarray(chunkBytes))
          yield seal(key, pending.subarray(0, chunkBytes), nonceOf(count++, false))
      }
      yield seal(key, pending, nonceOf(count, true))
    },
    draft === null ? process.stdout : createWriteStream(draft, { mode: 0o600, flush: true }),
  ).catch(async (error: unknown) => {
    // On a full disk, the parts of each attempt would take the space that the next one needs.
    if (draft !== null) await rm(draft, { force: true })
    throw error
  })
  if (draft !== null && file !== null) await rename(draft, file)
}

function seal(key: Buffer, content: Buffer, nonce: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}

/**
 * @param cost of the key; lower in tests
 * @param onRead receives the number of bytes of each part of the file
 * @throws StartupError where the file is no backup, is damaged, or has another passphrase
 */
export async function* readEncryptedLines(
  file: string,
  passphrase: string,
  cost?: number,
  onRead?: (bytes: number) => void,
): AsyncGenerator<string> {
  const content = createGunzip()
  const decrypting = pipeline(decrypted(file, passphrase, cost, onRead), content)
  decrypting.catch((error: unknown) => content.destroy(error instanceof Error ? error : new Error(String(error))))
  yield* linesOf(content)
  await decrypting
}

/** Not `node:readline`: it also ends a line at U+2028, which PostgreSQL does not escape in JSON. */
async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const part of content) {
    let from = 0
    for (let end = part.indexOf(lineBreak); end !== -1; end = part.indexOf(lineBreak, from)) {
      yield Buffer.concat([...parts, part.subarray(from, end)]).toString('utf8')
      parts = []
      bytes = 0
      from = end + 1
    }
    parts.push(part.subarray(from))
    bytes += part.length - from
    if (bytes > lineMaxBytes) throw new StartupError('The backup has a row that is too long: it is damaged.')
  }
  if (bytes > 0) yield Buffer.concat(parts).toString('utf8')
}

async function* decrypted(
  file: string,
  passphrase: string,
  cost?: number,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const head = await readHead(file)
  const key = await keyOf(passphrase, head.subarray(magic.length), cost)
  let pending = Buffer.alloc(0)
  let count = 0
  const openChunk = (body: Buffer, isLast: boolean): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(count++, isLast))
    decipher.setAuthTag(body.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw new StartupError(wrongOrDamaged)
    }
  }
  for await (const part of createReadStream(file, { start: head.length })) {
    onRead(part.length)
    pending = Buffer.concat([pending, part])
    // The last chunk is known only at the end of the file.
    for (let size = sizeOf(pending); pending.length > size; size = sizeOf(pending)) {
      yield openChunk(pending.subarray(4, size), false)
      pending = pending.subarray(size)
    }
  }
  if (pending.length < 4 + tagBytes || pending.length !== sizeOf(pending))
    throw new StartupError('The backup ends too early: it is damaged.')
  yield openChunk(pending.subarray(4), true)
}

/** Bytes of the first chunk with its length; Infinity while that is unknown. */
function sizeOf(pending: Buffer): number {
  if (pending.length < 4) return Infinity
  const length = pending.readUInt32BE()
  // Without the limit, a damaged length would have the whole file read into memory.
  if (length > chunkBytes + tagBytes) throw new StartupError(wrongOrDamaged)
  return 4 + length
}

async function readHead(file: string): Promise<Buffer> {
  await using handle = await open(file).catch((error: unknown) => {
    throw new StartupError(
      composeText('“{file}” cannot be read: {line}', { file, line: systemCode(error) ?? 'unknown' }),
    )
  })
  const head = Buffer.alloc(magic.length + saltBytes)
  const { bytesRead } = await handle.read(head)
  if (bytesRead < head.length || !head.subarray(0, magic.length).equals(magic))
    throw new StartupError('This file is no backup of Mailroom.')
  return head
}
