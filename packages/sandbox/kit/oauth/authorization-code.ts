import type { Clock } from '../clock.ts'
import { type Challenge, isWellFormed, matchesChallenge } from './pkce.ts'
import type { Fields } from './token-endpoint.ts'

/** What every service stores of an authorization code. */
export type AuthorizationCode = {
  clientId: string
  redirectUri: string
  challenge: Challenge | null
  expiresAt: number
  used: boolean
}

const CODE_LIFETIME_MS = 10 * 60_000

export function freshCode({ now }: Pick<Clock, 'now'>): Pick<AuthorizationCode, 'expiresAt' | 'used'> {
  return { expiresAt: now() + CODE_LIFETIME_MS, used: false }
}

/** Reasons to refuse a code, in the order in which they are checked. */
export type CodeProblem =
  | 'no code'
  | 'no redirect_uri'
  | 'unknown'
  | 'expired'
  | 'used'
  | 'other client'
  | 'other redirect_uri'
  | 'no secret and no challenge'
  | 'unexpected verifier'
  | 'no verifier'
  | 'malformed verifier'
  | 'wrong verifier'

type RedeemRules<Code> = {
  clientId: string
  /** The client did not send its secret, so only PKCE protects the code. */
  isPublic?: boolean
  now: number
  /** The error of the service; null where the service does not check this. */
  errorFor: (problem: CodeProblem) => Error | null
  /** Checks of the service itself, made after the expiry is checked. */
  check?: (code: Code) => void
}

/** Marks the code as used. @throws whatever `errorFor` returns for the first problem */
export function redeemCode<Code extends AuthorizationCode>(
  codes: ReadonlyMap<string, Code>,
  form: Fields,
  { clientId, isPublic = false, now, errorFor, check }: RedeemRules<Code>,
): Code {
  const refuseIf = (holds: boolean, problem: CodeProblem) => {
    const error = holds ? errorFor(problem) : null
    if (error) throw error
  }
  refuseIf(!form.get('code'), 'no code')
  refuseIf(!form.get('redirect_uri'), 'no redirect_uri')
  const code = codes.get(form.get('code') ?? '')
  if (!code) throw errorFor('unknown') ?? new Error('a service must refuse unknown codes')
  refuseIf(code.expiresAt <= now, 'expired')
  check?.(code)
  refuseIf(code.used, 'used')
  refuseIf(code.clientId !== clientId, 'other client')
  refuseIf(code.redirectUri !== form.get('redirect_uri'), 'other redirect_uri')
  refuseIf(isPublic && code.challenge === null, 'no secret and no challenge')
  const verifier = form.get('code_verifier') ?? null
  if (code.challenge === null) refuseIf(verifier !== null, 'unexpected verifier')
  else {
    refuseIf(!verifier, 'no verifier')
    refuseIf(!isWellFormed(verifier ?? ''), 'malformed verifier')
    refuseIf(!matchesChallenge(code.challenge, verifier ?? ''), 'wrong verifier')
  }
  code.used = true
  return code
}
