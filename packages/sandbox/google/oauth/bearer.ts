import type { Context } from 'hono'
import { bearerToken } from '../../kit/oauth/token-endpoint.ts'
import type { Person } from '../google-accounts.ts'
import type { GoogleSandbox, Token } from '../state.ts'

export type Bearer = { person: Person; scopes: ReadonlySet<string>; clientId: string }

/** The account of a call's access token; null where there is no valid one. */
export function bearerOf(sandbox: GoogleSandbox, c: Context): Bearer | null {
  const authorization = c.req.header('authorization') ?? null
  const token = tokenOf(sandbox, authorization)
  if (!token || token.grant.ended || token.expiresAt <= sandbox.clock.now()) return null
  const person = personOf(sandbox, authorization)
  return person && !person.disabled ? { person, scopes: token.scopes, clientId: token.grant.clientId } : null
}

/** The account that an access token was issued for, whether the token is still valid or not. */
export function personOf(sandbox: GoogleSandbox, authorization: string | null): Person | undefined {
  return sandbox.google.people.get(tokenOf(sandbox, authorization)?.grant.sub ?? '')
}

function tokenOf({ google }: GoogleSandbox, authorization: string | null): Token | undefined {
  return google.accessTokens.get(bearerToken(authorization))
}
