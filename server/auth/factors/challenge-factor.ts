import { addMs } from '../../clock.ts'
import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { insertChallenge } from './challenge-queries.ts'
import { challengeMs } from './factor-limits.ts'
import { requireLockedSession, requireOwnFactor } from './require-locked-session.ts'
import { passkeyOptions } from './passkey.ts'
import { factorsOf, recordChallenged } from '../user-rows/factor-queries.ts'
import { requireAal2ToEnroll } from './require-aal2.ts'

/** `POST /factors/{id}/challenge`: creates an MFA challenge. */
export const challengeFactor = authRoute({
  method: 'POST',
  path: '/factors/:id/challenge',
  limit: routeLimits.factorChallenge,
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const { user, session } = await requireLockedSession(tx, ctx, call.request.headers)
      const factor = await requireOwnFactor(tx, user.id, call)
      if (factor.status === 'unverified') await requireAal2ToEnroll(tx, { user, session })
      const isPasskey = factor.factor_type === 'webauthn'
      const asked = isPasskey
        ? await passkeyOptions({ config: ctx.config, user, factor, factors: await factorsOf(tx, user.id) })
        : null
      const now = ctx.clock.now()
      const expiresAt = addMs(now, challengeMs)
      await recordChallenged(tx, factor.id, now)
      const { id } = await insertChallenge(tx, {
        factorId: factor.id,
        userId: user.id,
        sessionId: session.id,
        toSign: asked?.toSign ?? null,
        now,
        expiresAt,
      })
      return jsonResponse({
        id,
        type: factor.factor_type,
        expires_at: Math.floor(expiresAt.getTime() / 1000),
        ...(asked && { webauthn: asked.webauthn }),
      })
    }),
})
