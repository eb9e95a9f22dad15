import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { requireLockedSession, requireOwnFactor } from './require-locked-session.ts'
import { enqueueAccountNotice } from '../emails/enqueue-account-notice.ts'
import { removeFactor } from './remove-factor.ts'

/** `DELETE /factors/{id}`: removes a factor; a verified one only in an aal2 session. */
export const unenrollFactor = authRoute({
  method: 'DELETE',
  path: '/factors/:id',
  limit: routeLimits.factorChallenge,
  async handle(ctx, call) {
    const { userId, factor, lowered } = await ctx.db.asAccounts(async (tx) => {
      const { user, session } = await requireLockedSession(tx, ctx, call.request.headers)
      const factor = await requireOwnFactor(tx, user.id, call)
      const isVerified = factor.status === 'verified'
      if (isVerified && session.aal === 'aal1')
        refuse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      const { downgraded } = await removeFactor(tx, { userId: user.id, factor })
      if (isVerified) {
        await recordAuthEvent(tx, ctx, { userId: user.id, action: 'factor_removed', sessionId: session.id, call })
        await enqueueAccountNotice(tx, ctx, user, 'factor_removed')
      }
      return { userId: user.id, factor, lowered: downgraded }
    })
    ctx.access.evictSessions(lowered)
    if (factor.status === 'verified') ctx.events.factorRemoved({ userId, factorId: factor.id })
    return jsonResponse({ id: factor.id })
  },
})
