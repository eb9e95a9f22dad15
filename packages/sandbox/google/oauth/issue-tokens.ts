import { TokenError } from '../../kit/oauth/token-endpoint.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import type { GoogleAccount } from '../google-accounts.ts'
import type { GoogleSandbox, Grant, RefreshToken } from '../state.ts'
import { idToken } from './id-token.ts'
import { isOptionalScope } from './scopes.ts'

/** Lifetimes and limits: https://developers.google.com/identity/protocols/oauth2#expiration */
const ACCESS_LIFETIME_SECONDS = 3599
const DAY_MS = 24 * 3600_000
const MAX_UNUSED_MS = 180 * DAY_MS
/** Of an app in testing, however often the token is used. */
const TESTING_LIFETIME_MS = 7 * DAY_MS
/** For one account and app. The oldest one ends without notice. */
const MAX_REFRESH_TOKENS = 100

type TokenGrant = {
  grant: Grant
  scopes: ReadonlySet<string>
  nonce: string | null
  issuer: string
  withRefreshToken: boolean
}

/** The body of the token response. */
export async function issueTokens(sandbox: GoogleSandbox, granted: TokenGrant): Promise<Record<string, unknown>> {
  const { google, clock } = sandbox
  const { grant, scopes, nonce, issuer, withRefreshToken } = granted
  const account = activeAccount(sandbox, grant)
  const accessToken = randomSecret('ya29.SBX', 96)
  google.accessTokens.set(accessToken, { grant, scopes, expiresAt: clock.now() + ACCESS_LIFETIME_SECONDS * 1000 })
  const answer: Record<string, unknown> = {
    access_token: accessToken,
    expires_in: ACCESS_LIFETIME_SECONDS,
    scope: [...scopes].join(' '),
    token_type: 'Bearer',
  }
  if (withRefreshToken) answer.refresh_token = issueRefreshToken(sandbox, grant, scopes)
  if (scopes.has('openid')) {
    answer.id_token = await idToken(sandbox, { account, scopes, clientId: grant.clientId, nonce, accessToken, issuer })
  }
  return answer
}

/** @throws TokenError where the account is deleted or disabled */
function activeAccount({ google }: GoogleSandbox, { sub }: Grant): GoogleAccount {
  const account = google.accounts.get(sub)
  if (!account || account.disabled) throw new TokenError('invalid_grant', 'Account has been deleted')
  return account
}

function issueRefreshToken(sandbox: GoogleSandbox, grant: Grant, scopes: ReadonlySet<string>): string {
  const { google, clock, config } = sandbox
  const own = [...google.refreshTokens].filter(([, token]) => token.grant === grant)
  for (const [oldest] of own.slice(0, Math.max(0, own.length + 1 - MAX_REFRESH_TOKENS))) {
    google.refreshTokens.delete(oldest)
  }
  // The limit of an app in testing does not apply to the scopes of sign-in alone.
  const isTesting = config.googleApp === 'testing' && [...scopes].some(isOptionalScope)
  const endsAt = isTesting ? clock.now() + TESTING_LIFETIME_MS : null
  const token = randomSecret('1//0SBX', 64)
  google.refreshTokens.set(token, { grant, scopes, endsAt, expiresAt: endsAt ?? clock.now() + MAX_UNUSED_MS })
  return token
}

/** A use starts the time without use again. */
export function extendLifetime({ clock }: GoogleSandbox, token: RefreshToken): void {
  token.expiresAt = token.endsAt ?? clock.now() + MAX_UNUSED_MS
}
