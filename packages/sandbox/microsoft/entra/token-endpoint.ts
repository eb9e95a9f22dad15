import { createHash } from 'node:crypto'
import { type CodeErrors, redeemCode } from '../../kit/oauth/authorization-code.ts'
import { mailboxOf } from '../outlook.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { authenticateClient } from './client-auth.ts'
import { EntraError } from './errors.ts'
import { issueTokens } from './issue-tokens.ts'
import type { EntraApp } from './registrations.ts'
import { parseScopes } from './scopes.ts'
import { grantOf, type RefreshToken, tenantOf } from './state.ts'

type TokenRequest = {
  /** The address of Entra, as the caller knows it: the issuer of id tokens begins with it. */
  base: string
  tenant: string
  form: ReadonlyMap<string, string>
  authorization: string | null
  origin: string | null
}

/** @throws EntraError */
export async function answerTokenRequest(
  sandbox: MicrosoftSandbox,
  request: TokenRequest,
): Promise<Record<string, unknown>> {
  const { form, tenant, base } = request
  const grantType = form.get('grant_type')
  if (!grantType) throw new EntraError(90014)
  const tokenUrl = `${base}/${tenant}/oauth2/v2.0/token`
  const app = await authenticateClient(sandbox, { ...request, tokenUrl })
  refuseLoops(sandbox, form)
  if (grantType === 'authorization_code') return redeem(sandbox, app, request)
  if (grantType === 'refresh_token') return refresh(sandbox, app, request)
  throw new EntraError(70003)
}

const REFRESH_LIFETIME_MS = 90 * 24 * 3600_000
/** Fixed: refreshing does not extend it. */
const SPA_REFRESH_LIFETIME_MS = 24 * 3600_000

const LOOP_WINDOW_MS = 60_000
const MAX_REMEMBERED_REQUESTS = 5000

function refuseLoops({ entra, clock, config }: MicrosoftSandbox, form: ReadonlyMap<string, string>): void {
  const key = createHash('sha256')
    .update(JSON.stringify([...form]))
    .digest('base64')
  const seen = entra.repeats.get(key)
  if (!seen || clock.now() - seen.since > LOOP_WINDOW_MS) {
    if (entra.repeats.size > MAX_REMEMBERED_REQUESTS) entra.repeats.clear()
    entra.repeats.set(key, { count: 1, since: clock.now() })
    return
  }
  seen.count++
  if (seen.count > config.sameTokenRequestLimit) throw new EntraError(50196)
}

const CODE_ERRORS: CodeErrors<readonly [number: number, error?: string]> = {
  'no code': [90014],
  'no redirect_uri': [90014],
  unknown: [70008],
  expired: [70008],
  used: [54005],
  'other client': [70000],
  'other redirect_uri': [50011, 'invalid_grant'],
  'no secret and no challenge': [9002325],
  'unexpected verifier': [501481],
  'no verifier': [501481],
  'malformed verifier': [50147],
  'wrong verifier': [501481],
}

async function redeem(
  sandbox: MicrosoftSandbox,
  { clientId, platform }: EntraApp,
  { base, tenant, form }: TokenRequest,
) {
  const { entra, clock } = sandbox
  const code = redeemCode(entra.codes, form, {
    clientId,
    isPublic: platform === 'spa',
    now: clock.now(),
    errors: CODE_ERRORS,
    toError: (values) => new EntraError(...values),
    check(found) {
      if (found.tenant.toLowerCase() !== tenant.toLowerCase()) throw new EntraError(700005)
    },
  })
  refuseDisabled(sandbox, code.email)
  const requested = form.get('scope')
  const scopes = requested ? narrowed(code.scopes, parseScopes(requested)) : code.scopes
  const grant = grantOf(entra, code.email, clientId)
  const refreshUntil = clock.now() + (platform === 'spa' ? SPA_REFRESH_LIFETIME_MS : REFRESH_LIFETIME_MS)
  return issueTokens(sandbox, { grant, scopes, clientId, nonce: code.nonce, base, refreshUntil })
}

async function refresh(sandbox: MicrosoftSandbox, { clientId, platform }: EntraApp, { base, form }: TokenRequest) {
  const { entra, clock, config } = sandbox
  const sent = form.get('refresh_token')
  if (!sent) throw new EntraError(90014)
  const token = entra.refreshTokens.get(sent)
  if (!token || token.clientId !== clientId) throw new EntraError(70000)
  if (token.expiresAt <= clock.now()) throw new EntraError(platform === 'spa' ? 700084 : 700082)
  refuseDisabled(sandbox, token.email)
  refuseEnded(sandbox, token)
  const scope = form.get('scope')
  const requested = scope ? parseScopes(scope) : [...token.scopes]
  const granted = requested.filter((each) => token.grant.scopes.has(each))
  if (granted.length < requested.length && !isAdminConsented(sandbox, token)) {
    throw new EntraError(65001, config.refusedScopeError)
  }
  // Microsoft does not revoke a used refresh token; with a grace period set, a later second use finds it expired.
  const { refreshTokenGraceMs } = config
  if (refreshTokenGraceMs !== null) token.expiresAt = Math.min(token.expiresAt, clock.now() + refreshTokenGraceMs)
  // The response has a refresh token again, even where the request does not repeat `offline_access`.
  const scopes = [...new Set([...requested, ...(token.scopes.has('offline_access') ? ['offline_access'] : [])])]
  const refreshUntil = platform === 'spa' ? token.expiresAt : clock.now() + REFRESH_LIFETIME_MS
  return issueTokens(sandbox, { grant: token.grant, scopes, clientId, nonce: token.nonce, base, refreshUntil })
}

function isAdminConsented({ entra, outlook }: MicrosoftSandbox, token: RefreshToken): boolean {
  return tenantOf(entra, mailboxOf(outlook, token.email).account.tenantId).adminConsented
}

function refuseDisabled({ outlook }: MicrosoftSandbox, email: string): void {
  if (mailboxOf(outlook, email).account.disabled) throw new EntraError(50057)
}

const GRANT_END_ERRORS: Record<string, number> = { consent: 65001, sessions: 50173, mfa: 50076, blocked: 53003 }

/** A personal account has the same error for every reason. */
function refuseEnded({ outlook }: MicrosoftSandbox, { email, grant }: RefreshToken): void {
  if (grant.ended === null) return
  if (mailboxOf(outlook, email).account.kind === 'personal') throw new EntraError(70000)
  throw new EntraError(GRANT_END_ERRORS[grant.ended] ?? 50173)
}

function narrowed(scopes: string[], requested: string[]): string[] {
  const refused = requested.some((scope) => !scopes.includes(scope) && scope.includes('.'))
  if (refused) throw new EntraError(65001)
  return scopes.filter((scope) => requested.includes(scope))
}
