import { later } from '../../clock.ts'
import { callLimits } from '../protocol/address-limits.ts'
import { answerJson, authRoute } from '../protocol/auth-route.ts'
import { addChallenge } from './challenge-queries.ts'
import { challengeMs } from './factor-limits.ts'
import { holdSignedIn, ownFactor } from './hold-signed-in.ts'
import { passkeyOptions } from './passkey.ts'
import { factorsOf, noteChallenged } from './queries.ts'
import { requireAal2ToSetUp } from './require-aal2.ts'

/** `POST /factors/{id}/challenge`: begins an attempt to pass this second step. */
export const challengeFactor = authRoute({
  method: 'POST',
  path: '/factors/:id/challenge',
  limit: callLimits.factorChallenge,
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const { user, session } = await holdSignedIn(tx, ctx, call.request.headers)
      const factor = await ownFactor(tx, user.id, call)
      if (factor.status === 'unverified') await requireAal2ToSetUp(tx, { user, session })
      const isPasskey = factor.factor_type === 'webauthn'
      const asked = isPasskey
        ? await passkeyOptions({ config: ctx.config, user, factor, factors: await factorsOf(tx, user.id) })
        : null
      const now = ctx.clock.now()
      const expiresAt = later(now, challengeMs)
      await noteChallenged(tx, factor.id, now)
      const { id } = await addChallenge(tx, {
        factorId: factor.id,
        userId: user.id,
        sessionId: session.id,
        toSign: asked?.toSign ?? null,
        now,
        expiresAt,
      })
      return answerJson({
        id,
        type: factor.factor_type,
        expires_at: Math.floor(expiresAt.getTime() / 1000),
        ...(asked && { webauthn: asked.webauthn }),
      })
    }),
})
