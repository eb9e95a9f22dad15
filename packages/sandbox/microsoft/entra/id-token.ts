import { guidOf } from '../../kit/random.ts'
import { signIdToken } from '../../kit/oauth/signing-key.ts'
import type { MicrosoftSandbox } from '../state.ts'
import type { Account } from '../model.ts'

export const ENTRA_KEY = 'sandbox-signing-key-1'
const LIFETIME_SECONDS = 3600

type IdTokenSubject = {
  account: Account
  scopes: readonly string[]
  clientId: string
  nonce: string | null
  /** The address of Entra in the sandbox, where the real issuer begins with https://login.microsoftonline.com. */
  base: string
}

/** An id token, signed with the key of `/discovery/v2.0/keys`. */
export async function idToken(sandbox: MicrosoftSandbox, subject: IdTokenSubject): Promise<string> {
  const { account, scopes, clientId, nonce, base } = subject
  const now = Math.floor(sandbox.clock.now() / 1000)
  const claims: Record<string, unknown> = {
    aud: clientId,
    iss: `${base}/${account.tenantId}/v2.0`,
    iat: now,
    nbf: now,
    exp: now + LIFETIME_SECONDS,
    oid: account.id,
    sub: guidOf(`${clientId} ${account.id}`),
    tid: account.tenantId,
    ver: '2.0',
  }
  if (scopes.includes('profile'))
    Object.assign(claims, { name: account.displayName, preferred_username: account.userPrincipalName })
  if (scopes.includes('email') && account.emailClaim) Object.assign(claims, emailClaims(sandbox, account))
  if (nonce) claims.nonce = nonce
  return signIdToken(ENTRA_KEY, claims)
}

function emailClaims({ config }: MicrosoftSandbox, { email, domainVerified }: Account): Record<string, unknown> {
  if (domainVerified === null) return { email }
  return { email, xms_edov: config.edovForm === 'text' ? String(Number(domainVerified)) : domainVerified }
}
