import type { Context } from 'hono'
import { bearerToken } from '../../kit/oauth/token-endpoint.ts'
import type { GoogleAccount } from '../google-accounts.ts'
import type { GoogleSandbox, Token } from '../state.ts'

type Bearer = { account: GoogleAccount; scopes: ReadonlySet<string>; clientId: string }

/** The account of a call's access token; null where there is no valid one. */
export function bearerOf(sandbox: GoogleSandbox, c: Context): Bearer | null {
  const authorization = c.req.header('authorization') ?? null
  const token = tokenOf(sandbox, authorization)
  if (!token || token.grant.ended || token.expiresAt <= sandbox.clock.now()) return null
  const account = accountOfToken(sandbox, authorization)
  return account && !account.disabled ? { account, scopes: token.scopes, clientId: token.grant.clientId } : null
}

/** The account that an access token was issued for, whether the token is still valid or not. */
export function accountOfToken(sandbox: GoogleSandbox, authorization: string | null): GoogleAccount | undefined {
  return sandbox.google.accounts.get(tokenOf(sandbox, authorization)?.grant.sub ?? '')
}

function tokenOf({ google }: GoogleSandbox, authorization: string | null): Token | undefined {
  return google.accessTokens.get(bearerToken(authorization))
}
