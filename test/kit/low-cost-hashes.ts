import type { HashCost } from '../../server/auth/passwords/password-hash.ts'

/** Argon2id with the lowest valid parameters, for accounts that exist only during a test: a hundredth of the time. */
export const lowCostHashes: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
