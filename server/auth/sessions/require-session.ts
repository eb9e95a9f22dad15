import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { bearerToken } from '../../http/request/caller.ts'
import { InvalidToken, issuerOf, readAccessToken, type AccessClaims } from './access-token.ts'
import { verificationKeys } from '../keys/signing-keys.ts'
import { refuse } from '../protocol/auth-error.ts'
import { userById, type User } from '../user-rows/user-queries.ts'
import { sessionById, type Session } from './session-queries.ts'
import { refuseBannedUser } from '../user-rows/refuse-banned-user.ts'

export interface SignedIn {
  user: User
  session: Session
  claims: AccessClaims
}

/**
 * The user and session of a request. Read without a cache, so that an ended session has no access to `/auth/v1`. The
 * order of the checks is GoTrue's.
 * @throws AuthError `no_authorization`, `bad_jwt`, `user_not_found`, `session_not_found` or `user_banned`
 */
export async function requireSession(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'access'>,
  headers: Headers,
): Promise<SignedIn> {
  const token = bearerToken(headers)
  if (!token) refuse(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  // Without a session the official client sends the API key as bearer token.
  if (ctx.access.apiKeyRole(token)) refuse(403, 'bad_jwt', 'invalid claim: missing sub claim')

  const now = ctx.clock.now()
  const claims = await readClaims(tx, ctx, token, now)
  const user = await userById(tx, claims.sub)
  if (!user) refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const session = await sessionById(tx, claims.session_id)
  const isOver = !session || session.user_id !== user.id || (session.not_after !== null && session.not_after <= now)
  if (isOver) refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  refuseBannedUser(ctx, user)
  return { user, session, claims }
}

async function readClaims(tx: Tx, ctx: Pick<Context, 'config'>, token: string, now: Date): Promise<AccessClaims> {
  const keys = await verificationKeys(tx, now)
  try {
    return await readAccessToken(token, { keyOf: async (kid) => keys.get(kid), issuer: issuerOf(ctx.config), now })
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error
    return refuse(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${error.message}`)
  }
}
