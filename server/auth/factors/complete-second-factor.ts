import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { hashSecret, randomSecret } from '../../sealed.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import type { SignedIn } from '../sessions/require-session.ts'
import { tokenResponseOf } from '../sessions/token-response.ts'
import { enqueueAccountNotice } from '../emails/enqueue-account-notice.ts'
import { deleteUnverifiedFactors, markVerified, type Factor } from '../user-rows/factor-queries.ts'
import {
  endAal1Sessions,
  upgradeSessionToAal2,
  replaceRefreshToken,
  type SecondFactorMethod,
} from './factor-session-queries.ts'

const actionOf = {
  totp: 'second_step_passed',
  'mfa/webauthn': 'second_step_passed',
  'mfa/recovery_code': 'recovery_code_used',
} as const

interface CompletedFactor extends Pick<SignedIn, 'user' | 'session'> {
  factor: Factor
  method: SecondFactorMethod
  call: Pick<RawCall, 'request' | 'ip'>
}

/**
 * Raises the session to aal2 with a new refresh token and ends the user's other aal1 sessions. The first verification
 * of a factor completes its enrolment.
 * @returns the token response and the ids of the ended sessions
 */
export async function completeSecondFactor(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'jobs' | 'events' | 'sealer'>,
  { user, session, factor, method, call }: CompletedFactor,
) {
  const now = ctx.clock.now()
  const ended = await endAal1Sessions(tx, user.id, session.id)
  const amr = [
    { method, timestamp: Math.floor(now.getTime() / 1000) },
    ...session.amr.filter((entry) => entry.method !== method),
  ]
  await upgradeSessionToAal2(tx, session.id, { factorId: factor.id, amr, now })
  const refreshToken = randomSecret()
  await replaceRefreshToken(tx, session, { hash: hashSecret(refreshToken), now })

  const isNew = factor.status === 'unverified'
  if (isNew) {
    await markVerified(tx, factor.id, now)
    await deleteUnverifiedFactors(tx, { userId: user.id, type: factor.factor_type })
    await enqueueAccountNotice(tx, ctx, user, 'factor_added')
  }
  if (method === 'mfa/recovery_code') await enqueueAccountNotice(tx, ctx, user, 'recovery_code_used')
  const action = isNew ? 'factor_added' : actionOf[method]
  await recordAuthEvent(tx, ctx, { userId: user.id, action, sessionId: session.id, call })
  const tokenResponse = await tokenResponseOf(tx, ctx, {
    user,
    session: { ...session, aal: 'aal2', amr },
    refreshToken,
  })
  return { tokenResponse, ended }
}
