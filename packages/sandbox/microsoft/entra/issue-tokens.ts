import { randomSecret } from '../../kit/random-secret.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { mailboxOf } from '../outlook.ts'
import { idToken } from './id-token.ts'
import { shownScopes } from './scopes.ts'
import type { Grant } from './state.ts'

type TokenGrant = {
  grant: Grant
  scopes: string[]
  clientId: string
  nonce: string | null
  base: string
  /** When the refresh token expires. */
  refreshUntil: number
}

/** The body of the token response. */
export async function issueTokens(sandbox: MicrosoftSandbox, granted: TokenGrant): Promise<Record<string, unknown>> {
  const { entra, clock, random, outlook } = sandbox
  const { grant, scopes, clientId, nonce } = granted
  const { account } = mailboxOf(outlook, grant.email)
  const lifetime = random.int(3600, 5400)
  const about = { email: grant.email, clientId, scopes: new Set(scopes), grant }
  const jwt = account.kind !== 'personal' && sandbox.config.accessTokenLayout === 'jwt'
  const accessToken = jwt ? jwtLike(sandbox, granted, lifetime) : randomSecret('EwB4A8l6', 96)
  entra.accessTokens.set(accessToken, { ...about, expiresAt: clock.now() + lifetime * 1000 })

  const answer: Record<string, unknown> = {
    token_type: 'Bearer',
    scope: shownScopes(scopes),
    expires_in: lifetime,
    ext_expires_in: lifetime,
    access_token: accessToken,
  }
  if (scopes.includes('offline_access')) {
    const refreshToken = randomSecret(account.kind === 'personal' ? 'M.C5_SBX.' : '0.ASBXr', 72)
    entra.refreshTokens.set(refreshToken, { ...about, nonce, expiresAt: granted.refreshUntil })
    answer.refresh_token = refreshToken
  }
  if (scopes.includes('openid')) answer.id_token = await idToken(sandbox, { ...granted, account })
  return answer
}

/** An access token for Graph. It looks like a JWT, but clients must not parse it: no key verifies its signature. */
function jwtLike(sandbox: MicrosoftSandbox, { grant, scopes, clientId }: TokenGrant, lifetime: number): string {
  const { account } = mailboxOf(sandbox.outlook, grant.email)
  const now = Math.floor(sandbox.clock.now() / 1000)
  const header = { typ: 'JWT', nonce: randomSecret('', 24), alg: 'RS256', kid: 'graph-only' }
  const about = { aud: '00000003-0000-0000-c000-000000000000', appid: clientId, oid: account.id, tid: account.tenantId }
  const payload = { ...about, scp: scopes.join(' '), iat: now, exp: now + lifetime }
  return `${part(header)}.${part(payload)}.${randomSecret('', 128)}`
}

function part(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}
