import { z } from 'zod'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { EntraError } from './entra-error.ts'
import { readVerifiedClaims } from './id-token.ts'

export interface EntraIdentity {
  /** Tenant and object id identify the user; an address may change or be reassigned. */
  tenantId: string
  objectId: string
  nonce: string
  address: string | null
}

const Claims = z.object({
  tid: z.string().min(1),
  oid: z.string().min(1),
  nonce: z.string().min(1).optional(),
  at_hash: z.string().min(1).optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
  name: z.string().optional(),
  /** Whether the tenant has verified the domain of the address; its type varies. */
  xms_edov: z.unknown().optional(),
})
export type EntraClaims = z.output<typeof Claims> & { iss: string }

/**
 * Verifies an id token. The discovered issuer of `common` is a template for the token's own tenant.
 * @throws EntraError `wrong_audience` or `invalid_id_token`
 */
export const readEntraClaims = (config: MicrosoftConfig, idToken: string, now: Date): Promise<EntraClaims> =>
  readVerifiedClaims(
    {
      vendor: 'entra',
      discoveryUrl: `${config.entraUrl}/${config.tenant}/v2.0/.well-known/openid-configuration`,
      keysBelow: config.entraUrl,
      clientId: config.clientId,
      claims: Claims,
      isIssuer: (issuer, { tid }, discovered) => issuer === discovered.replace('{tenantid}', tid),
      error: invalid,
    },
    idToken,
    now,
  )

/** Identifies the user who connects a mailbox; requires the nonce of that sign-in. */
export async function readIdToken(config: MicrosoftConfig, idToken: string, now: Date): Promise<EntraIdentity> {
  const { tid, oid, nonce, email, preferred_username } = await readEntraClaims(config, idToken, now)
  if (nonce === undefined) throw invalid(400, 'invalid_id_token')
  return { tenantId: tid, objectId: oid, nonce, address: email ?? preferred_username ?? null }
}

const invalid = (status: number, code: string): EntraError => new EntraError(status, code, [], null)
