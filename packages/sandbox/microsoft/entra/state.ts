/** What Entra remembers: registrations, tenants, who consented to what, and every code and token it gave out. */
export type App = { clientId: string; secret: string; name: string }

export type Tenant = {
  id: string
  /** Users may not consent for themselves; an admin has to. */
  userConsentForbidden: boolean
  adminConsented: boolean
}

/** Why a grant no longer works; null while it does. */
export type GrantEnd = 'consent' | 'sessions' | 'mfa' | 'blocked' | null

export type Grant = { email: string; clientId: string; scopes: Set<string>; ended: GrantEnd }

export type Code = {
  clientId: string
  redirectUri: string
  tenant: string
  email: string
  scopes: string[]
  nonce: string | null
  challenge: { value: string; method: string } | null
  expiresAt: number
  used: boolean
}

export type AccessToken = {
  email: string
  clientId: string
  scopes: ReadonlySet<string>
  expiresAt: number
  grant: Grant
}

export type RefreshToken = AccessToken & { scopes: ReadonlySet<string>; nonce: string | null }

/** A sign-in page that was shown and not answered yet. */
export type Flow = { tenant: string; parameters: Record<string, string> }

export type Entra = {
  apps: Map<string, App>
  tenants: Map<string, Tenant>
  grants: Map<string, Grant>
  codes: Map<string, Code>
  accessTokens: Map<string, AccessToken>
  refreshTokens: Map<string, RefreshToken>
  flows: Map<string, Flow>
  /** Browser sessions: cookie to address. */
  sessions: Map<string, string>
  /** Same token requests seen lately, against loops. */
  repeats: Map<string, { count: number; since: number }>
}

const SANDBOX_APP: App = { clientId: 'mailroom-sandbox', secret: 'mailroom-sandbox-secret', name: 'Mailroom' }

export function createEntra(): Entra {
  return {
    apps: new Map([[SANDBOX_APP.clientId, SANDBOX_APP]]),
    tenants: new Map(),
    grants: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    flows: new Map(),
    sessions: new Map(),
    repeats: new Map(),
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
  // A grant that ended stays ended for the tokens made from it; consent makes a new one.
  const grant: Grant = {
    email,
    clientId,
    scopes: new Set(known?.ended === 'sessions' ? known.scopes : []),
    ended: null,
  }
  entra.grants.set(key, grant)
  return grant
}
