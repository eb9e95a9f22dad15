import { randomBytes } from 'node:crypto'

/** Tokens do not depend on the seed: a token from before a reset must not work after it. */
export function randomSecret(prefix: string, bytes: number): string {
  return `${prefix}${randomBytes(bytes).toString('base64url')}`
}
