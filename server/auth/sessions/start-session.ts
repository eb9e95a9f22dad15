import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { noteSignIn } from '../queries.ts'
import { addRefreshToken, addSession, removeDeadSessions } from './queries.ts'
import { sessionAnswer } from './session-answer.ts'
import { idleSince, notAfter } from './session-limits.ts'
import type { FirstStep } from '../../../contract/fresh-proof.ts'
import { userAgentOf } from './user-agent.ts'

/** Signs a person in who has just proved who they are: always a session of its own (security checklist B13). */
export async function startSession(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'events' | 'sealer'>,
  { userId, method, call }: { userId: string; method: FirstStep; call: Pick<RawCall, 'request' | 'ip'> },
) {
  const now = ctx.clock.now()
  // The account first and then its sessions, as everybody locks them who takes both.
  const user = await noteSignIn(tx, userId, now)
  await removeDeadSessions(tx, userId, { now, idleSince: idleSince(now) })
  const session = await addSession(tx, {
    userId,
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    userAgent: userAgentOf(call.request),
    ip: call.ip,
    now,
    notAfter: notAfter(now),
  })
  await noteSecurityEvent(tx, ctx, { userId, action: 'signed_in', sessionId: session.id, call })
  const refreshToken = randomSecret()
  await addRefreshToken(tx, { session, hash: hashSecret(refreshToken), parentId: null, now })
  return { sessionId: session.id, answer: await sessionAnswer(tx, ctx, { user, session, refreshToken }) }
}
