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
type CodeRefusal =
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

/** What the error of the service says, by problem. A problem without an error is not checked. */
export type CodeErrors<Values> = Readonly<{ unknown: Values } & Partial<Record<CodeRefusal, Values>>>

type RedeemRules<Code, Values> = {
  clientId: string
  /** The client did not send its secret, so only PKCE protects the code. */
  isPublic?: boolean
  now: number
  errors: CodeErrors<Values>
  toError: (values: Values) => Error
  /** Checks of the service itself, made after the expiry is checked. */
  check?: (code: Code) => void
}

/** Marks the code as used. @throws the error of the first problem */
export function redeemCode<Code extends AuthorizationCode, Values>(
  codes: ReadonlyMap<string, Code>,
  form: Fields,
  { clientId, isPublic = false, now, errors, toError, check }: RedeemRules<Code, Values>,
): Code {
  const refuseIf = (holds: boolean, problem: CodeRefusal) => {
    const values = errors[problem]
    if (holds && values) throw toError(values)
  }
  refuseIf(!form.get('code'), 'no code')
  refuseIf(!form.get('redirect_uri'), 'no redirect_uri')
  const code = codes.get(form.get('code') ?? '')
  if (!code) throw toError(errors.unknown)
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
