import { hash, hashRaw, verify } from '@node-rs/argon2'
import { throughHashGate } from './hash-gate.ts'

/** Of Argon2id: KiB of memory, passes over it, lanes. It stands in a password's hash, so it can be raised; not in a digest. */
export interface HashCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** What a guess costs whoever holds the database: 19 MiB, two passes, one lane (security checklist B2). */
export const strongCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordHasher {
  /** @throws AuthError 503 where too many wait already */
  hash(password: string): Promise<string>
  /**
   * Whether this is the account's password; only to be called within the gate. Without an account (or one without a password) the
   * work is done all the same, so that time tells nothing about which addresses are known.
   */
  isRight(stored: string | null, password: string): Promise<boolean>
  /** Made with another cost than today's: hash it again while the password is at hand. */
  isOutdated(stored: string): boolean
  /**
   * The hash alone, the same each time, for what is found by it: with another cost it is another one.
   * @throws AuthError 503 where too many wait already
   */
  digest(text: string, salt: Buffer): Promise<Buffer>
}

export function createPasswordHasher(cost: HashCost): PasswordHasher {
  const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  return {
    hash: (password) => throughHashGate(() => hash(typed(password), cost)),
    async isRight(stored, password) {
      if (stored !== null) return verify(stored, typed(password))
      await hash(typed(password), cost)
      return false
    },
    isOutdated: (stored) => !stored.startsWith(prefix),
    digest: (text, salt) => throughHashGate(() => hashRaw(text, { ...cost, salt })),
  }
}

/** The same characters, however the keyboard composes them. */
const typed = (password: string): string => password.normalize('NFKC')
