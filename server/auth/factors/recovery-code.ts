import { randomInt } from 'node:crypto'
import type { Context } from '../../context.ts'
import { hashSecret } from '../../sealed.ts'

/** Crockford's base32, which has no ambiguous characters: 12 characters carry 60 random bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 12

/** Three groups of four, such as `k7mq-2xwp-9fdh`. */
export function newRecoveryCode(): string {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return (text.match(/.{4}/g) ?? []).join('-')
}

/** Normalises a typed code: case, spaces, dashes and look-alikes are ignored. Null if it cannot be a recovery code. */
export function parseRecoveryCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : null
}

/**
 * As expensive as a password hash, because 60 bits could be brute-forced from a stolen database. The salt is derived
 * from the user id, so that the code can be found by its hash.
 * @param code in the form of `parseRecoveryCode`
 * @throws AuthError 503 when too many requests wait for a hash slot
 */
export const hashRecoveryCode = (
  { passwords }: Pick<Context, 'passwords'>,
  userId: string,
  code: string,
): Promise<Buffer> => passwords.digest(code, hashSecret(`recovery-codes:${userId}`).subarray(0, 16))
