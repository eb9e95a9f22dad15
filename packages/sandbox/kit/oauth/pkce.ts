import { createHash } from 'node:crypto'

/** Proof Key for Code Exchange (RFC 7636). */
export type Challenge = { value: string; method: 'S256' | 'plain' }

/** Sections 4.1 and 4.2: the form of verifiers and challenges. */
const WELL_FORMED = /^[A-Za-z0-9._~-]{43,128}$/

export function isWellFormed(verifierOrChallenge: string): boolean {
  return WELL_FORMED.test(verifierOrChallenge)
}

export function matchesChallenge({ value, method }: Challenge, verifier: string): boolean {
  return value === (method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier)
}
