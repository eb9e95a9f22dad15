import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { MicrosoftConfig } from '../service-settings.ts'
import { EntraError } from './entra-error.ts'
import { readJsonAnswer, send } from './http.ts'

export interface EntraIdentity {
  /** Tenant and object id together are the person's key; an address may change or be given away. */
  tenantId: string
  objectId: string
  nonce: string
  address: string | null
}

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.string() })
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
const Claims = z.object({
  tid: z.string().min(1),
  oid: z.string().min(1),
  nonce: z.string().min(1),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
})

/** Clocks differ by some minutes between us and Microsoft. */
const clockToleranceSeconds = 300

/**
 * Verifies an id token. The keys are fetched each time: people connect mailboxes seldom, and a key that Microsoft has withdrawn
 * must not live on in a cache. Under `common` the issuer is a template into which the token's own tenant goes.
 * @throws EntraError `invalid_id_token` whatever is wrong with it
 */
export async function readIdToken(config: MicrosoftConfig, idToken: string, now: Date): Promise<EntraIdentity> {
  const { issuer, jwks_uri } = await get(
    `${config.entraUrl}/${config.tenant}/v2.0/.well-known/openid-configuration`,
    Discovery,
  )
  if (!jwks_uri.startsWith(`${config.entraUrl}/`)) throw new EntraError(0, 'foreign_keys', [], null)
  const keys = await get(jwks_uri, Keys)
  try {
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
      algorithms: ['RS256'],
      audience: config.clientId,
      currentDate: now,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'iat', 'iss', 'sub'],
    })
    const { tid, oid, nonce, preferred_username, email } = Claims.parse(payload)
    if (payload.iss !== issuer.replace('{tenantid}', tid)) throw new EntraError(400, 'invalid_id_token', [], null)
    return { tenantId: tid, objectId: oid, nonce, address: email ?? preferred_username ?? null }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError)
      throw new EntraError(400, 'invalid_id_token', [], null)
    throw error
  }
}

async function get<S extends z.ZodType>(url: string, shape: S): Promise<z.output<S>> {
  const answer = await send({ vendor: 'entra', method: 'GET', url, headers: { accept: 'application/json' } })
  if (answer.status !== 200) throw new EntraError(answer.status, 'unexpected_answer', [], null)
  const read = shape.safeParse(readJsonAnswer('entra', answer))
  if (!read.success) throw new EntraError(0, 'unreadable_answer', [], null)
  return read.data
}
