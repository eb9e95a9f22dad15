import { errors, jwtVerify, SignJWT, type CryptoKey } from 'jose'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { accessTokenLifetimeSeconds } from '../../limits.ts'
import type { User } from '../user-rows/user-queries.ts'
import type { Session } from './session-queries.ts'
import type { SigningKey } from '../keys/signing-keys.ts'

const audience = 'authenticated'

export const issuerOf = (config: Pick<Config, 'publicUrl'>): string => `${config.publicUrl}/auth/v1`

/** The claims of an access token; other tokens signed with these keys are refused. */
const AccessClaims = z.looseObject({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  email: z.string(),
  aal: z.enum(['aal1', 'aal2']),
  exp: z.number(),
})
export type AccessClaims = z.output<typeof AccessClaims>

interface TokenClaimsInput {
  user: User
  session: Session
  issuer: string
  now: Date
}

export async function issueAccessToken(signer: SigningKey, { user, session, issuer, now }: TokenClaimsInput) {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + accessTokenLifetimeSeconds
  const token = await new SignJWT({
    email: user.email,
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signer.kid })
    .setIssuer(issuer)
    .setSubject(user.id)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(signer.key)
  return { token, expiresAt }
}

/** Why a token is refused; the message is GoTrue's. */
export class InvalidToken extends Error {}

interface VerificationInput {
  keyOf: (kid: string) => Promise<CryptoKey | undefined>
  issuer: string
  now: Date
}

/**
 * Verifies an access token (RFC 7519). The algorithm is fixed and the key is found by `kid` among this server's keys
 * only; `jku`, `jwk` and `x5u` headers are ignored. Does not check the session.
 * @throws InvalidToken
 */
export async function readAccessToken(token: string, { keyOf, issuer, now }: VerificationInput): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = typeof kid === 'string' ? await keyOf(kid) : undefined
        return key ?? Promise.reject(new InvalidToken('unrecognized JWT kid'))
      },
      { algorithms: ['ES256'], issuer, audience, currentDate: now, requiredClaims: ['exp'] },
    )
    const claims = AccessClaims.safeParse(payload)
    if (!claims.success) throw new InvalidToken('token has invalid claims')
    return claims.data
  } catch (error) {
    if (error instanceof InvalidToken) throw error
    if (error instanceof errors.JWTExpired) throw new InvalidToken('token has invalid claims: token is expired')
    if (error instanceof errors.JWTClaimValidationFailed)
      throw new InvalidToken(`token has invalid claims: ${error.claim}`)
    if (error instanceof errors.JOSEAlgNotAllowed) throw new InvalidToken('signing method is invalid')
    if (error instanceof errors.JOSEError) throw new InvalidToken('token is malformed or its signature is invalid')
    throw error
  }
}
