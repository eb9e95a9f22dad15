import { bearerToken } from '../kit/oauth/token-endpoint.ts'
import { type Account, findAccount } from './accounts.ts'
import { badCall, CallError } from './errors.ts'
import type { DropboxSandbox, Grant } from './state.ts'

type Bearer = { account: Account; grant: Grant }

/** The account of a call. @throws CallError 401, in Dropbox's order: token, expiry, account, scope */
export function bearerOf(
  sandbox: DropboxSandbox,
  authorization: string | null,
  route: string,
  scope: string | null,
): Bearer {
  if (authorization === null) {
    throw new CallError(
      401,
      badCall(route, 'Must provide HTTP header "Authorization" or URL parameter "authorization".').message,
    )
  }
  const { dropbox, clock } = sandbox
  const token = dropbox.accessTokens.get(bearerToken(authorization))
  const account = token && findAccount(dropbox.accounts, token.grant.email)
  if (!token || !account || token.grant.ended) throw new CallError(401, { '.tag': 'invalid_access_token' })
  if (token.expiresAt <= clock.now()) throw new CallError(401, { '.tag': 'expired_access_token' })
  if (account.suspended) throw new CallError(401, { '.tag': 'user_suspended' })
  if (scope !== null && !token.scopes.has(scope)) {
    throw new CallError(401, { '.tag': 'missing_scope', required_scope: scope })
  }
  return { account, grant: token.grant }
}

/** The address of the token's account, for faults of one account. */
export function addressOfBearer({ dropbox }: DropboxSandbox, authorization: string | null): string | null {
  return dropbox.accessTokens.get(bearerToken(authorization))?.grant.email ?? null
}
