import { hash, verify } from '@node-rs/argon2'
import { refuse } from '../protocol/auth-error.ts'

/** Argon2id, 19 MiB, two passes, one lane (security checklist B2); they stand in each hash, so they can be raised. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/**
 * Hashing is made to cost; the processors of this machine are what it is rationed for, hence one gate per process. What cannot be
 * served soon is refused at once, so that a flood of sign-ins delays neither mail nor webhooks.
 */
const parallel = 2
const maxWaiting = 64
let running = 0
const waiting: (() => void)[] = []

export const hashPassword = (password: string): Promise<string> => throughGate(() => hash(typed(password), cost))

/**
 * Whether this is the account's password. Without an account (or one without a password) the work is done all the same, so that
 * time tells nothing about which addresses are known.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null) return throughGate(() => verify(stored, typed(password)))
  await hashPassword(password)
  return false
}

/** The same characters, however the keyboard composes them. */
const typed = (password: string): string => password.normalize('NFKC')

/** Made with other costs than today's: hash it again while the password is at hand. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(currentPrefix)

async function throughGate<T>(work: () => Promise<T>): Promise<T> {
  if (running < parallel) running += 1
  else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else refuse(503, 'over_request_rate_limit', 'Too many people are signing in right now. Please try again in a moment.')
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place is handed on, not given back, so that nobody can slip in between.
    if (next) next()
    else running -= 1
  }
}
