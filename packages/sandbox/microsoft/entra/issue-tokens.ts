import { secretOf } from '../../kit/secret.ts'
import type { World } from '../../kit/world.ts'
import { mailboxOf } from '../outlook.ts'
import { idToken } from './id-token.ts'
import { shownScopes } from './scopes.ts'
import type { Grant } from './state.ts'

const REFRESH_LIFE_MS = 90 * 24 * 3600_000

export type TokenWish = { grant: Grant; scopes: string[]; clientId: string; nonce: string | null; base: string }

/** The answer of the token endpoint. Each refresh token lives 90 days from its own making. */
export async function issueTokens(world: World, wish: TokenWish): Promise<Record<string, unknown>> {
  const { entra, clock, random, outlook } = world
  const { grant, scopes, clientId, nonce } = wish
  const { account } = mailboxOf(outlook, grant.email)
  const life = random.int(3600, 5400)
  const about = { email: grant.email, clientId, scopes: new Set(scopes), grant }
  const jwt = account.kind !== 'personal' && world.config.accessTokenLayout === 'jwt'
  const accessToken = jwt ? jwtLike(world, wish, life) : secretOf('EwB4A8l6', 96)
  entra.accessTokens.set(accessToken, { ...about, expiresAt: clock.now() + life * 1000 })

  const answer: Record<string, unknown> = {
    token_type: 'Bearer',
    scope: shownScopes(scopes),
    expires_in: life,
    ext_expires_in: life,
    access_token: accessToken,
  }
  if (scopes.includes('offline_access')) {
    const refreshToken = secretOf(account.kind === 'personal' ? 'M.C5_SBX.' : '0.ASBXr', 72)
    entra.refreshTokens.set(refreshToken, { ...about, nonce, expiresAt: clock.now() + REFRESH_LIFE_MS })
    answer.refresh_token = refreshToken
  }
  if (scopes.includes('openid')) answer.id_token = await idToken(world, { ...wish, account })
  return answer
}

/** Looks like a JWT and is none of the client's business: its signature checks against no key. */
function jwtLike(world: World, { grant, scopes, clientId }: TokenWish, life: number): string {
  const { account } = mailboxOf(world.outlook, grant.email)
  const now = Math.floor(world.clock.now() / 1000)
  const header = { typ: 'JWT', nonce: secretOf('', 24), alg: 'RS256', kid: 'graph-only' }
  const about = { aud: '00000003-0000-0000-c000-000000000000', appid: clientId, oid: account.id, tid: account.tenantId }
  return `${part(header)}.${part({ ...about, scp: scopes.join(' '), iat: now, exp: now + life })}.${secretOf('', 128)}`
}

function part(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}
