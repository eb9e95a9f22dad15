import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
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

const keyOf = (passphrase: string, salt: Buffer, cost = productionCost): Buffer =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, { N: cost, r: 8, p: 1, maxmem: 256 * 2 ** 20 })

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
  const key = keyOf(passphrase, salt, cost)
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

/** @throws StartupError where the file is no backup, is damaged, or has another passphrase */
export async function* readEncryptedLines(file: string, passphrase: string, cost?: number): AsyncGenerator<string> {
  const content = createGunzip()
  const decrypting = pipeline(decrypted(file, passphrase, cost), content)
  decrypting.catch((error: unknown) => content.destroy(error instanceof Error ? error : new Error(String(error))))
  yield* createInterface({ input: content, crlfDelay: Infinity })
  await decrypting
}

async function* decrypted(file: string, passphrase: string, cost?: number): AsyncGenerator<Buffer> {
  const head = await readHead(file)
  const key = keyOf(passphrase, head.subarray(magic.length), cost)
  let pending = Buffer.alloc(0)
  let count = 0
  const openChunk = (body: Buffer, isLast: boolean): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(count++, isLast))
    decipher.setAuthTag(body.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw new StartupError('The passphrase is wrong, or the backup is damaged.')
    }
  }
  for await (const part of createReadStream(file, { start: head.length })) {
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
const sizeOf = (pending: Buffer): number => (pending.length < 4 ? Infinity : 4 + pending.readUInt32BE())

async function readHead(file: string): Promise<Buffer> {
  await using handle = await open(file).catch((error: unknown) => {
    throw new StartupError(`${file} cannot be read (${systemCode(error) ?? 'unknown reason'}).`)
  })
  const head = Buffer.alloc(magic.length + saltBytes)
  const { bytesRead } = await handle.read(head)
  if (bytesRead < head.length || !head.subarray(0, magic.length).equals(magic))
    throw new StartupError(`${file} is no backup of Mailroom.`)
  return head
}
