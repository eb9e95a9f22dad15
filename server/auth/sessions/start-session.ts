import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { recordSignIn } from '../user-rows/user-queries.ts'
import { insertRefreshToken, insertSession, deleteExpiredSessions } from './session-queries.ts'
import { tokenResponseOf } from './token-response.ts'
import { idleSince, sessionNotAfter } from './session-limits.ts'
import type { FirstFactorMethod } from '../../../contract/recent-authentication.ts'
import { userAgentOf } from '../audit-log/user-agent.ts'

/**
 * Creates a session for a user who has just authenticated. Always a new session id, which prevents session fixation.
 */
export async function startSession(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'events' | 'sealer'>,
  { userId, method, call }: { userId: string; method: FirstFactorMethod; call: Pick<RawCall, 'request' | 'ip'> },
) {
  const now = ctx.clock.now()
  // Locks the user before the sessions; the same order everywhere prevents deadlocks.
  const user = await recordSignIn(tx, userId, now)
  await deleteExpiredSessions(tx, userId, { now, idleSince: idleSince(now) })
  const session = await insertSession(tx, {
    userId,
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    userAgent: userAgentOf(call.request),
    ip: call.ip,
    now,
    notAfter: sessionNotAfter(now),
  })
  await recordAuthEvent(tx, ctx, { userId, action: 'signed_in', sessionId: session.id, call })
  const refreshToken = randomSecret()
  await insertRefreshToken(tx, { session, hash: hashSecret(refreshToken), parentId: null, now })
  return { sessionId: session.id, tokenResponse: await tokenResponseOf(tx, ctx, { user, session, refreshToken }) }
}
