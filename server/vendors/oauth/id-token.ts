import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { parseJsonResponse, sendRequest } from '../http/http-client.ts'
import type { VendorError } from '../http/vendor-error.ts'

/** How far a provider's clock may differ when the times of an id token are checked. */
const idTokenClockToleranceSeconds = 300

/** The issuer and audience to verify against, from the configuration and never from a token. */
interface Issuer<Claims extends z.ZodType> {
  vendor: string
  /** The provider's discovery document (OpenID Connect Discovery 1.0). */
  discoveryUrl: string
  /** Signing keys are fetched only from URLs below this one. */
  keysBelow: string
  clientId: string
  claims: Claims
  /** Whether a token with these claims may have this issuer; `discovered` is the issuer of the discovery document. */
  isIssuer(issuer: string, claims: z.output<Claims>, discovered: string): boolean
  /** Creates the vendor's error. */
  error(status: number, code: string): VendorError
}

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.string() })
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

/**
 * Verifies the signature, issuer, audience and times of an id token. The keys are fetched for each sign-in and not
 * cached, so that a withdrawn key is rejected immediately.
 * @throws VendorError `wrong_audience` for a token of another client, else `invalid_id_token`
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
      clockTolerance: idTokenClockToleranceSeconds,
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
  const answer = await sendRequest({ vendor, method: 'GET', url, headers: { accept: 'application/json' } })
  if (answer.status !== 200) throw error(answer.status, 'unexpected_answer')
  const read = shape.safeParse(parseJsonResponse(vendor, answer))
  if (!read.success) throw error(0, 'unreadable_answer')
  return read.data
}
