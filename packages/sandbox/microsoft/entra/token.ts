import { createHash } from 'node:crypto'
import type { World } from '../../kit/world.ts'
import { mailboxOf } from '../outlook.ts'
import { authenticateClient } from './client-auth.ts'
import { EntraError } from './errors.ts'
import { issueTokens } from './issue-tokens.ts'
import { parseScopes } from './scopes.ts'
import { type App, type Code, grantOf, type RefreshToken, tenantOf } from './state.ts'

export type TokenRequest = {
  /** Where Entra was reached: the issuer of id_tokens. */
  base: string
  tenant: string
  form: Record<string, string>
  authorization: string | null
}

/** One token request. Throws an EntraError for whatever Entra would refuse. */
export async function answerTokenRequest(world: World, request: TokenRequest): Promise<Record<string, unknown>> {
  const { form, authorization } = request
  if (!form.grant_type) throw new EntraError(90014)
  const app = authenticateClient(world, form, authorization)
  refuseLoops(world, form)
  if (form.grant_type === 'authorization_code') return redeemCode(world, app, request)
  if (form.grant_type === 'refresh_token') return refresh(world, app, request)
  throw new EntraError(70003)
}

const LOOP_WINDOW_MS = 60_000

function refuseLoops({ entra, clock, config }: World, form: Record<string, string>): void {
  const key = createHash('sha256').update(JSON.stringify(form)).digest('base64')
  const seen = entra.repeats.get(key)
  if (!seen || clock.now() - seen.since > LOOP_WINDOW_MS) {
    if (entra.repeats.size > 5000) entra.repeats.clear()
    entra.repeats.set(key, { count: 1, since: clock.now() })
    return
  }
  seen.count++
  if (seen.count > config.sameTokenRequestLimit) throw new EntraError(50196)
}

async function redeemCode(world: World, app: App, { base, tenant, form }: TokenRequest) {
  const { entra, clock } = world
  if (!form.code || !form.redirect_uri) throw new EntraError(90014)
  const code = entra.codes.get(form.code)
  if (!code || code.expiresAt <= clock.now()) throw new EntraError(70008)
  if (code.tenant.toLowerCase() !== tenant.toLowerCase()) throw new EntraError(700005)
  if (code.used) throw new EntraError(54005)
  if (code.clientId !== app.clientId) throw new EntraError(70000)
  if (code.redirectUri !== form.redirect_uri) throw new EntraError(50011, 'invalid_grant')
  checkVerifier(code, form.code_verifier)
  code.used = true
  refuseAccount(world, code.email)
  const scopes = form.scope ? narrowed(code.scopes, parseScopes(form.scope)) : code.scopes
  const grant = grantOf(entra, code.email, app.clientId)
  return issueTokens(world, { grant, scopes, clientId: app.clientId, nonce: code.nonce, base })
}

function checkVerifier({ challenge }: Code, verifier: string | undefined): void {
  if (!challenge) {
    if (verifier) throw new EntraError(501481)
    return
  }
  if (!verifier) throw new EntraError(501481)
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) throw new EntraError(50147)
  const made = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  if (made !== challenge.value) throw new EntraError(501481)
}

async function refresh(world: World, app: App, { base, form }: TokenRequest) {
  const { entra, clock, config } = world
  if (!form.refresh_token) throw new EntraError(90014)
  const token = entra.refreshTokens.get(form.refresh_token)
  if (!token || token.clientId !== app.clientId) throw new EntraError(70000)
  if (token.expiresAt <= clock.now()) throw new EntraError(700082)
  refuseAccount(world, token.email)
  refuseEnded(world, token)
  const asked = form.scope ? parseScopes(form.scope) : [...token.scopes]
  const granted = asked.filter((scope) => token.grant.scopes.has(scope))
  if (granted.length < asked.length && !admits(world, token)) throw new EntraError(65001, config.refusedScopeError)
  // Microsoft lets the token that was used live on; where it does not, a second refresh with it finds it expired.
  const { refreshTokenGraceMs } = config
  if (refreshTokenGraceMs !== null) token.expiresAt = Math.min(token.expiresAt, clock.now() + refreshTokenGraceMs)
  // The token of a refresh goes on being refreshable, whether or not offline_access is named again.
  const scopes = [...new Set([...asked, ...(token.scopes.has('offline_access') ? ['offline_access'] : [])])]
  return issueTokens(world, { grant: token.grant, scopes, clientId: app.clientId, nonce: token.nonce, base })
}

function admits({ entra, outlook }: World, token: RefreshToken): boolean {
  return tenantOf(entra, mailboxOf(outlook, token.email).account.tenantId).adminConsented
}

function refuseAccount({ outlook }: World, email: string): void {
  if (mailboxOf(outlook, email).account.disabled) throw new EntraError(50057)
}

const ENDINGS: Record<string, number> = { consent: 65001, sessions: 50173, mfa: 50076, blocked: 53003 }

/** For a personal account all endings read the same. */
function refuseEnded({ outlook }: World, { email, grant }: RefreshToken): void {
  if (grant.ended === null) return
  if (mailboxOf(outlook, email).account.kind === 'personal') throw new EntraError(70000)
  throw new EntraError(ENDINGS[grant.ended] ?? 50173)
}

function narrowed(scopes: string[], asked: string[]): string[] {
  const refused = asked.some((scope) => !scopes.includes(scope) && scope.includes('.'))
  if (refused) throw new EntraError(65001)
  return scopes.filter((scope) => asked.includes(scope))
}
