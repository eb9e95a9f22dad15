import { hash, hashRaw, verify } from '@node-rs/argon2'
import { withHashSlot } from './hash-slots.ts'

/**
 * Argon2id parameters: KiB of memory, passes, lanes. A password hash contains them, so they can be raised later; a
 * digest does not.
 */
export interface HashCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/**
 * OWASP's minimum for Argon2id: 19 MiB, two passes, one lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
export const productionHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordHasher {
  /** @throws AuthError 503 when too many requests wait */
  hash(password: string): Promise<string>
  /**
   * Verifies a password. Call inside a hash slot. Without a stored hash the same work is done, so that the duration
   * does not reveal which addresses are known.
   */
  verify(stored: string | null, password: string): Promise<boolean>
  /** The hash has other parameters than the current ones; hash the password again while it is available. */
  needsRehash(stored: string): boolean
  /**
   * A deterministic hash for lookups. Other parameters give another hash.
   * @throws AuthError 503 when too many requests wait
   */
  digest(text: string, salt: Buffer): Promise<Buffer>
}

export function createPasswordHasher(cost: HashCost): PasswordHasher {
  const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  return {
    hash: (password) => withHashSlot(() => hash(typed(password), cost)),
    async verify(stored, password) {
      if (stored !== null) return verify(stored, typed(password))
      await hash(typed(password), cost)
      return false
    },
    needsRehash: (stored) => !stored.startsWith(prefix),
    digest: (text, salt) => withHashSlot(() => hashRaw(text, { ...cost, salt })),
  }
}

/** Unicode normalisation, because keyboards compose the same character differently. */
const typed = (password: string): string => password.normalize('NFKC')
