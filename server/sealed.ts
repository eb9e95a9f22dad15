import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Seals secrets that the database keeps (provider tokens, signing keys, code verifiers): AES-256-GCM, a fresh 96-bit nonce
 * each time, the place (table, row, owner) as associated data, so that a sealed text copied to another row does not open.
 * The text is `v1.<key id>.<nonce>.<ciphertext and tag>`; the first key seals, all keys open, so keys can be rotated.
 */
export interface Sealer {
  seal(place: string, secret: string): string
  /** @throws where the text is not ours, the key is unknown, or the place differs: never taken for plain text */
  open(place: string, sealed: string): string
  /** Sealed with a key that is no longer the first: seal it again when it is next written. */
  isStale(sealed: string): boolean
}

/** @param keys at least one key of 32 bytes; the first is used for sealing */
export function createSealer(keys: Buffer[]): Sealer {
  const named = keys.map((key) => ({ id: keyId(key), key }))
  const first = named[0]
  if (!first) throw new Error('At least one encryption key is needed')

  return {
    seal(place, secret) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${first.id}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`
    },
    open(place, sealed) {
      const [version, id, nonce, body] = sealed.split('.')
      const found = named.find((key) => key.id === id)
      if (version !== 'v1' || !found || !nonce || !body) throw new Error('A sealed secret cannot be opened')
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', found.key, Buffer.from(nonce, 'base64url'))
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    isStale: (sealed) => sealed.split('.')[1] !== first.id,
  }
}

const keyId = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** SHA-256 of a random secret, for what must be recognised but never read back (states, refresh tokens, clientState). */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** 256 random bits as base64url text. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')
