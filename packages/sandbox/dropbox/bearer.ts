import type { World } from '../kit/world.ts'
import { type Account, findAccount } from './accounts.ts'
import { badCall, CallError } from './errors.ts'
import type { Family } from './state.ts'

export type Bearer = { account: Account; family: Family }

/** Whose call it is. @throws CallError 401, in the order in which Dropbox looks: token, its age, its account, its scopes */
export function bearerOf(world: World, authorization: string | null, route: string, scope: string | null): Bearer {
  if (authorization === null) {
    throw new CallError(
      401,
      badCall(route, 'Must provide HTTP header "Authorization" or URL parameter "authorization".').message,
    )
  }
  const { dropbox, clock } = world
  const token = dropbox.accessTokens.get(/^Bearer (.+)$/i.exec(authorization)?.[1] ?? '')
  const account = token && findAccount(dropbox.accounts, token.family.email)
  if (!token || !account || token.family.ended) throw new CallError(401, { '.tag': 'invalid_access_token' })
  if (token.expiresAt <= clock.now()) throw new CallError(401, { '.tag': 'expired_access_token' })
  if (account.suspended) throw new CallError(401, { '.tag': 'user_suspended' })
  if (scope !== null && !token.scopes.has(scope)) {
    throw new CallError(401, { '.tag': 'missing_scope', required_scope: scope })
  }
  return { account, family: token.family }
}

/** The address of the token's account, for faults that are meant for one. */
export function addressOfBearer({ dropbox }: World, authorization: string | null): string | null {
  return dropbox.accessTokens.get(/^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '')?.family.email ?? null
}
