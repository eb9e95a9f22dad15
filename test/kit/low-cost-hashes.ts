import type { HashCost } from '../../server/auth/passwords/password-hash.ts'

/**
 * The same Argon2id for people who exist for the length of a test: the least that it takes, a hundredth of the time.
 */
export const quickHashes: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
