import { hash, verify } from '@node-rs/argon2'
import { throughHashGate } from './hash-gate.ts'

/** Argon2id, 19 MiB, two passes, one lane (security checklist B2); they stand in each hash, so they can be raised. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

export const hashPassword = (password: string): Promise<string> => throughHashGate(() => hash(typed(password), cost))

/**
 * Whether this is the account's password; only to be called within the gate. Without an account (or one without a password) the
 * work is done all the same, so that time tells nothing about which addresses are known.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null) return verify(stored, typed(password))
  await hash(typed(password), cost)
  return false
}

/** The same characters, however the keyboard composes them. */
const typed = (password: string): string => password.normalize('NFKC')

/** Made with other costs than today's: hash it again while the password is at hand. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(currentPrefix)
