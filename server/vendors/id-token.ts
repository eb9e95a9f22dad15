import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { readJsonAnswer, send } from './http.ts'
import type { VendorError } from './vendor-error.ts'

/** Whose tokens are read, and for whom they must have been made. All of it comes from the settings, nothing from a token. */
export interface Issuer<Claims extends z.ZodType> {
  vendor: string
  /** The provider's discovery document (OpenID Connect Discovery 1.0). */
  discoveryUrl: string
  /** The keys must lie below this address, whatever the document says. */
  keysBelow: string
  clientId: string
  claims: Claims
  /** Whether a token of these claims may say `issuer`; `discovered` is the document's word. */
  isIssuer(issuer: string, claims: z.output<Claims>, discovered: string): boolean
  /** What is thrown, in the vendor's own kind. */
  error(status: number, code: string): VendorError
}

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.string() })
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

/** Clocks differ by some minutes between us and them. */
const clockToleranceSeconds = 300

/**
 * Verifies an id token: signature, issuer, audience and times. The keys are fetched each time: a key that the provider has withdrawn
 * must not live on in a cache, and a sign-in is a seldom thing.
 * @throws VendorError `wrong_audience` where it was made for another client, `invalid_id_token` whatever else is wrong with it
 */
export async function readVerifiedClaims<Claims extends z.ZodType>(
  issuer: Issuer<Claims>,
  idToken: string,
  now: Date,
): Promise<z.output<Claims> & { iss: string }> {
  const document = await get(issuer, issuer.discoveryUrl, Discovery)
  if (!document.jwks_uri.startsWith(`${issuer.keysBelow}/`)) throw issuer.error(0, 'foreign_keys')
  const keys = await get(issuer, document.jwks_uri, Keys)
  try {
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
      algorithms: ['RS256'],
      audience: issuer.clientId,
      currentDate: now,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'iat', 'iss', 'sub'],
    })
    const claims = issuer.claims.parse(payload)
    const iss = payload.iss ?? ''
    if (!issuer.isIssuer(iss, claims, document.issuer)) throw issuer.error(400, 'invalid_id_token')
    return Object.assign({}, claims, { iss })
  } catch (error) {
    const isForAnother = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud'
    if (isForAnother) throw issuer.error(400, 'wrong_audience')
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw issuer.error(400, 'invalid_id_token')
    throw error
  }
}

async function get<S extends z.ZodType>(
  { vendor, error }: Pick<Issuer<z.ZodType>, 'vendor' | 'error'>,
  url: string,
  shape: S,
): Promise<z.output<S>> {
  const answer = await send({ vendor, method: 'GET', url, headers: { accept: 'application/json' } })
  if (answer.status !== 200) throw error(answer.status, 'unexpected_answer')
  const read = shape.safeParse(readJsonAnswer(vendor, answer))
  if (!read.success) throw error(0, 'unreadable_answer')
  return read.data
}
