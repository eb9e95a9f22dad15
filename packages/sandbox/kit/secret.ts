import { randomBytes } from 'node:crypto'

/** Tokens are random even in a seeded sandbox: a token of before a reset must never open anything after it. */
export function secretOf(prefix: string, bytes: number): string {
  return `${prefix}${randomBytes(bytes).toString('base64url')}`
}
