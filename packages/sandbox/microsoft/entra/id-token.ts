import { guidOf } from '../../kit/random.ts'
import { signIdToken } from '../../kit/signing-key.ts'
import type { World } from '../../kit/world.ts'
import type { Account } from '../model.ts'

export const ENTRA_KEY = 'sandbox-signing-key-1'
const LIFE_SECONDS = 3600

export type IdTokenWish = {
  account: Account
  scopes: readonly string[]
  clientId: string
  nonce: string | null
  /** Where Entra was reached: the issuer begins with it, as the real one does with https://login.microsoftonline.com. */
  base: string
}

/** Who signed in, signed with the key of `/discovery/v2.0/keys`. */
export async function idToken(world: World, wish: IdTokenWish): Promise<string> {
  const { account, scopes, clientId, nonce, base } = wish
  const now = Math.floor(world.clock.now() / 1000)
  const claims: Record<string, unknown> = {
    aud: clientId,
    iss: `${base}/${account.tenantId}/v2.0`,
    iat: now,
    nbf: now,
    exp: now + LIFE_SECONDS,
    oid: account.id,
    sub: guidOf(`${clientId} ${account.id}`),
    tid: account.tenantId,
    ver: '2.0',
  }
  if (scopes.includes('profile'))
    Object.assign(claims, { name: account.displayName, preferred_username: account.userPrincipalName })
  if (scopes.includes('email') && account.emailClaim) Object.assign(claims, emailClaims(world, account))
  if (nonce) claims.nonce = nonce
  return signIdToken(ENTRA_KEY, claims)
}

function emailClaims({ config }: World, { email, domainVerified }: Account): Record<string, unknown> {
  if (domainVerified === null) return { email }
  return { email, xms_edov: config.edovForm === 'text' ? String(Number(domainVerified)) : domainVerified }
}
