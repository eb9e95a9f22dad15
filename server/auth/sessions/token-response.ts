import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { accessTokenLifetimeSeconds } from '../../limits.ts'
import { issueAccessToken, issuerOf } from './access-token.ts'
import { currentSigningKey } from '../keys/signing-keys.ts'
import { userResponse } from '../user-rows/user-response.ts'
import type { User } from '../user-rows/user-queries.ts'
import type { Session } from './session-queries.ts'

/** The token response for a session, with a new access token. */
export async function tokenResponseOf(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'events' | 'sealer'>,
  { user, session, refreshToken }: { user: User; session: Session; refreshToken: string },
) {
  const signer = await currentSigningKey(tx, ctx)
  const { token, expiresAt } = await issueAccessToken(signer, {
    user,
    session,
    issuer: issuerOf(ctx.config),
    now: ctx.clock.now(),
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenLifetimeSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await userResponse(tx, user),
  }
}
