import { createHash, timingSafeEqual } from 'node:crypto'
import { refuse } from '../protocol/auth-error.ts'

export interface CodeChallenge {
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
}

/** The client's code challenge (RFC 7636); null in the implicit flow. @throws AuthError `validation_failed` */
export function readCodeChallenge(challenge: string, method: string): CodeChallenge | null {
  if (!challenge && !method) return null
  if (!challenge || !method)
    refuse(400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge')
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge))
    refuse(400, 'validation_failed', 'code challenge must be between 43 and 128 unreserved characters')
  const lower = method.toLowerCase()
  if (lower !== 's256' && lower !== 'plain') refuse(400, 'validation_failed', 'invalid code_challenge_method')
  return { code_challenge: challenge, code_challenge_method: lower }
}

export function matchesCodeVerifier(
  { code_challenge, code_challenge_method }: { code_challenge: string | null; code_challenge_method: string | null },
  verifier: string,
): boolean {
  const made = code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [left, right] = [Buffer.from(made), Buffer.from(code_challenge ?? '')]
  return code_challenge !== null && left.length === right.length && timingSafeEqual(left, right)
}
