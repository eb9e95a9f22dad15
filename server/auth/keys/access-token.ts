import { errors, jwtVerify, SignJWT, type CryptoKey } from 'jose'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { User } from '../queries.ts'
import type { Session } from '../sessions/queries.ts'
import type { SigningKey } from './signing-keys.ts'

export const accessTokenSeconds = 3600
const audience = 'authenticated'

export const issuerOf = (config: Pick<Config, 'publicUrl'>): string => `${config.publicUrl}/auth/v1`

/** What our own access tokens say; whatever else is signed by our keys is not one. */
const AccessClaims = z.looseObject({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  email: z.string(),
  aal: z.enum(['aal1', 'aal2']),
  exp: z.number(),
})
export type AccessClaims = z.output<typeof AccessClaims>

interface Issue {
  user: User
  session: Session
  issuer: string
  now: Date
}

export async function issueAccessToken(signer: SigningKey, { user, session, issuer, now }: Issue) {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + accessTokenSeconds
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

/** Why a token is refused, in the protocol's words. */
export class BadToken extends Error {}

interface Reading {
  keyOf: (kid: string) => Promise<CryptoKey | undefined>
  issuer: string
  now: Date
}

/**
 * The claims of an access token of ours. One algorithm; the key is found by id among our own and nowhere else, whatever the header
 * says (security checklist B12). Whether its session still lives is another question.
 * @throws BadToken
 */
export async function readAccessToken(token: string, { keyOf, issuer, now }: Reading): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = typeof kid === 'string' ? await keyOf(kid) : undefined
        return key ?? Promise.reject(new BadToken('unrecognized JWT kid'))
      },
      { algorithms: ['ES256'], issuer, audience, currentDate: now, requiredClaims: ['exp'] },
    )
    const claims = AccessClaims.safeParse(payload)
    if (!claims.success) throw new BadToken('token has invalid claims')
    return claims.data
  } catch (error) {
    if (error instanceof BadToken) throw error
    if (error instanceof errors.JWTExpired) throw new BadToken('token has invalid claims: token is expired')
    if (error instanceof errors.JWTClaimValidationFailed) throw new BadToken(`token has invalid claims: ${error.claim}`)
    if (error instanceof errors.JOSEAlgNotAllowed) throw new BadToken('signing method is invalid')
    if (error instanceof errors.JOSEError) throw new BadToken('token is malformed or its signature is invalid')
    throw error
  }
}
