import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets in the database (provider tokens, signing keys, code verifiers) with AES-256-GCM and random 96-bit
 * nonces. Each secret has a data key of its own, which is encrypted with the operator's key: a rotation encrypts only
 * data keys again. The context (table, column, row) is the associated data: a ciphertext copied to another row cannot
 * be decrypted. Format: `v2.<key id>.<data key>.<secret>`; the former one, `v1.<key id>.<nonce>.<secret>`, has no data
 * key. The first key encrypts, all keys decrypt.
 */
export interface Sealer {
  seal(context: string, secret: string): string
  /** @throws Error where the text is not a sealed secret, the key is unknown, or the context differs */
  open(context: string, sealed: string): string
  /** Sealed with a rotated key or without a data key: seal it again with the next write. */
  isStale(sealed: string): boolean
  /**
   * Encrypts the data key with the first key. @returns null where the secret has no data key: only `seal` can help.
   * @throws Error as `open`
   */
  rewrap(sealed: string): string | null
}

/** @param keys at least one key of 32 bytes; the first is used for sealing */
export function createSealer(keys: Buffer[]): Sealer {
  const identified = keys.map((key) => ({ id: keyIdOf(key), key }))
  const first = identified[0]
  if (!first) throw new Error('At least one encryption key is needed')

  const wrap = (dataKey: Buffer): string => `v2.${first.id}.${encrypt(first.key, wrapContext, dataKey)}`
  const parse = (sealed: string) => {
    const [version, id, third, fourth, ...more] = sealed.split('.')
    const found = identified.find((key) => key.id === id)
    if (!found || !third || !fourth || more.length > 0 || (version !== 'v1' && version !== 'v2')) throw unreadable()
    return { version, key: found.key, third: Buffer.from(third, 'base64url'), fourth: Buffer.from(fourth, 'base64url') }
  }

  return {
    seal(context, secret) {
      const dataKey = randomBytes(32)
      return `${wrap(dataKey)}.${encrypt(dataKey, context, Buffer.from(secret))}`
    },
    open(context, sealed) {
      const { version, key, third, fourth } = parse(sealed)
      const opened =
        version === 'v1'
          ? decrypt(key, context, Buffer.concat([third, fourth]))
          : decrypt(decrypt(key, wrapContext, third), context, fourth)
      return opened.toString('utf8')
    },
    isStale: (sealed) => !sealed.startsWith(`v2.${first.id}.`),
    rewrap(sealed) {
      const { version, key, third } = parse(sealed)
      if (version === 'v1') return null
      return `${wrap(decrypt(key, wrapContext, third))}.${sealed.split('.')[3]}`
    },
  }
}

const wrapContext = 'data key'
const nonceBytes = 12
const tagBytes = 16

/** @returns nonce, ciphertext and tag */
function encrypt(key: Buffer, context: string, plain: Buffer): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function decrypt(key: Buffer, context: string, bytes: Buffer): Buffer {
  if (bytes.length < nonceBytes + tagBytes) throw unreadable()
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
}

const unreadable = (): Error => new Error('A sealed secret cannot be opened')

/** Names the key of a sealed secret. */
export const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** SHA-256 of a random secret that is compared but never read back: OAuth states, refresh tokens, `clientState`. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** 256 random bits as base64url text. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')
