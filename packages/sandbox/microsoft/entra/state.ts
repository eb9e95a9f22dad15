import type { X509Certificate } from 'node:crypto'
import type { AuthorizationCode } from '../../kit/oauth/authorization-code.ts'
import type { Flows } from '../../kit/oauth/authorization-endpoint.ts'

type Tenant = {
  id: string
  /** Users cannot consent; an admin has to. */
  userConsentForbidden: boolean
  adminConsented: boolean
}

/** Why a grant ended; null while it is valid. */
type GrantEnd = 'consent' | 'sessions' | 'mfa' | 'blocked' | null

export type Grant = { email: string; clientId: string; scopes: Set<string>; ended: GrantEnd }

type Code = AuthorizationCode & {
  tenant: string
  email: string
  scopes: string[]
  nonce: string | null
}

export type AccessToken = {
  email: string
  clientId: string
  scopes: ReadonlySet<string>
  expiresAt: number
  grant: Grant
}

export type RefreshToken = AccessToken & { scopes: ReadonlySet<string>; nonce: string | null }

export type Entra = {
  tenants: Map<string, Tenant>
  grants: Map<string, Grant>
  codes: Map<string, Code>
  accessTokens: Map<string, AccessToken>
  refreshTokens: Map<string, RefreshToken>
  flows: Flows
  /** The address of each browser session, by the value of its cookie. */
  sessions: Map<string, string>
  /** Recent token requests by hash, to detect loops. */
  repeats: Map<string, { count: number; since: number }>
  /** Certificates of the web app, by thumbprint. */
  certificates: Map<string, X509Certificate>
}

export function createEntra(): Entra {
  return {
    tenants: new Map(),
    grants: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    flows: new Map(),
    sessions: new Map(),
    repeats: new Map(),
    certificates: new Map(),
  }
}

export function resetEntra(entra: Entra): void {
  Object.assign(entra, createEntra())
}

export function tenantOf(entra: Entra, id: string): Tenant {
  const known = entra.tenants.get(id)
  if (known) return known
  const tenant = { id, userConsentForbidden: false, adminConsented: false }
  entra.tenants.set(id, tenant)
  return tenant
}

export function grantOf(entra: Entra, email: string, clientId: string): Grant {
  const key = `${clientId} ${email.toLowerCase()}`
  const known = entra.grants.get(key)
  if (known && known.ended === null) return known
  // Tokens of an ended grant stay invalid; the next consent creates a new grant.
  const grant: Grant = {
    email,
    clientId,
    scopes: new Set(known?.ended === 'sessions' ? known.scopes : []),
    ended: null,
  }
  entra.grants.set(key, grant)
  return grant
}
