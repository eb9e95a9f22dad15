import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import type { SignedIn } from '../sessions/require-session.ts'
import { sessionAnswer } from '../sessions/session-answer.ts'
import { putNotice } from './put-notice.ts'
import { deleteUnverified, markVerified, type Factor } from './queries.ts'
import { endHalfwaySessions, raiseSession, replaceRefreshToken, type SecondStep } from './session-queries.ts'

const actionOf = {
  totp: 'second_step_passed',
  'mfa/webauthn': 'second_step_passed',
  'mfa/recovery_code': 'recovery_code_used',
} as const

interface Passed extends Pick<SignedIn, 'user' | 'session'> {
  factor: Factor
  method: SecondStep
  call: Pick<RawCall, 'request' | 'ip'>
}

/**
 * The session goes on as one with two steps, and with new tokens; what else had only got as far as the first step ends. A factor that
 * is passed for the first time is set up with that.
 * @returns the session answer, and the ids of the sessions that ended
 */
export async function passSecondStep(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'jobs' | 'events' | 'sealer'>,
  { user, session, factor, method, call }: Passed,
) {
  const now = ctx.clock.now()
  const ended = await endHalfwaySessions(tx, user.id, session.id)
  const amr = [
    { method, timestamp: Math.floor(now.getTime() / 1000) },
    ...session.amr.filter((entry) => entry.method !== method),
  ]
  await raiseSession(tx, session.id, { factorId: factor.id, amr, now })
  const refreshToken = randomSecret()
  await replaceRefreshToken(tx, session, { hash: hashSecret(refreshToken), now })

  const isNew = factor.status === 'unverified'
  if (isNew) {
    await markVerified(tx, factor.id, now)
    await deleteUnverified(tx, { userId: user.id, type: factor.factor_type })
    await putNotice(tx, ctx, user, 'factor_added')
  }
  if (method === 'mfa/recovery_code') await putNotice(tx, ctx, user, 'recovery_code_used')
  const action = isNew ? 'factor_added' : actionOf[method]
  await noteSecurityEvent(tx, ctx, { userId: user.id, action, sessionId: session.id, call })
  const answer = await sessionAnswer(tx, ctx, { user, session: { ...session, aal: 'aal2', amr }, refreshToken })
  return { answer, ended }
}
