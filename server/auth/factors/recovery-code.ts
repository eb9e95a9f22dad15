import { randomInt } from 'node:crypto'
import type { Context } from '../../context.ts'
import { hashSecret } from '../../sealed.ts'

/** Digits and letters without those that are taken for one another (Crockford's base32): 60 random bits in a code. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 12

/** Three groups of four, such as `k7mq-2xwp-9fdh`. */
export function newRecoveryCode(): string {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return (text.match(/.{4}/g) ?? []).join('-')
}

/** What somebody typed, as it is compared: case, blanks and dashes do not count. Null where it cannot be a recovery code. */
export function recoveryCodeOf(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : null
}

/**
 * Made to cost like a password's, since 60 bits could be tried out by who holds the database. The salt is the person's, so that a
 * code is found by its hash.
 * @param code in the form of `recoveryCodeOf`
 * @throws AuthError 503 where too many wait already
 */
export const hashRecoveryCode = (
  { passwords }: Pick<Context, 'passwords'>,
  userId: string,
  code: string,
): Promise<Buffer> => passwords.digest(code, hashSecret(`recovery-codes:${userId}`).subarray(0, 16))
