import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { callLimits } from '../protocol/address-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { answerJson, authRoute } from '../protocol/auth-route.ts'
import { holdSignedIn, ownFactor } from './hold-signed-in.ts'
import { putNotice } from './put-notice.ts'
import { removeFactor } from './remove-factor.ts'

/** `DELETE /factors/{id}`: takes a second step away again, which needs one. */
export const unenrollFactor = authRoute({
  method: 'DELETE',
  path: '/factors/:id',
  limit: callLimits.factorChallenge,
  async handle(ctx, call) {
    const { userId, factor, lowered } = await ctx.db.asAccounts(async (tx) => {
      const { user, session } = await holdSignedIn(tx, ctx, call.request.headers)
      const factor = await ownFactor(tx, user.id, call)
      const isVerified = factor.status === 'verified'
      if (isVerified && session.aal === 'aal1')
        refuse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      const { lowered } = await removeFactor(tx, { userId: user.id, factor })
      if (isVerified) {
        await noteSecurityEvent(tx, ctx, { userId: user.id, action: 'factor_removed', sessionId: session.id, call })
        await putNotice(tx, ctx, user, 'factor_removed')
      }
      return { userId: user.id, factor, lowered }
    })
    ctx.access.forget(lowered)
    if (factor.status === 'verified') ctx.events.factorRemoved({ userId, factorId: factor.id })
    return answerJson({ id: factor.id })
  },
})
