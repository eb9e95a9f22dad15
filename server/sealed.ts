import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets in the database (provider tokens, signing keys, code verifiers) with AES-256-GCM and a random 96-bit
 * nonce. The context (table, column, row) is the associated data: a ciphertext copied to another row cannot be
 * decrypted. Format: `v1.<key id>.<nonce>.<ciphertext and tag>`. The first key encrypts, all keys decrypt, so keys can
 * be rotated.
 */
export interface Sealer {
  seal(context: string, secret: string): string
  /** @throws Error where the text is not a sealed secret, the key is unknown, or the context differs */
  open(context: string, sealed: string): string
  /** Sealed with a rotated key: seal it again with the next write. */
  isStale(sealed: string): boolean
}

/** @param keys at least one key of 32 bytes; the first is used for sealing */
export function createSealer(keys: Buffer[]): Sealer {
  const identified = keys.map((key) => ({ id: keyIdOf(key), key }))
  const first = identified[0]
  if (!first) throw new Error('At least one encryption key is needed')

  return {
    seal(context, secret) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${first.id}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`
    },
    open(context, sealed) {
      const [version, id, nonce, body] = sealed.split('.')
      const found = identified.find((key) => key.id === id)
      if (version !== 'v1' || !found || !nonce || !body) throw new Error('A sealed secret cannot be opened')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', found.key, Buffer.from(nonce, 'base64url'))
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    isStale: (sealed) => sealed.split('.')[1] !== first.id,
  }
}

/** Names the key of a sealed secret. */
export const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** SHA-256 of a random secret that is compared but never read back: OAuth states, refresh tokens, `clientState`. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** 256 random bits as base64url text. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')
