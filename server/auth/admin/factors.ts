import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { presentFactor } from '../factors/present-factor.ts'
import { putNotice } from '../factors/put-notice.ts'
import { factorOf, factorsOf } from '../factors/queries.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { refuse } from '../protocol/auth-error.ts'
import { answerJson } from '../protocol/auth-route.ts'
import { lockUser, type User } from '../queries.ts'
import { adminRoute, refuseUnknownUser, userIdOf } from './admin-route.ts'

export const listFactors = adminRoute({
  method: 'GET',
  path: '/admin/users/:id/factors',
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const { id } = await heldUser(tx, call)
      return answerJson((await factorsOf(tx, id)).map(presentFactor))
    }),
})

/** For somebody who has lost every second step: the operator, who must make sure that it is them, takes one away. */
export const deleteFactor = adminRoute({
  method: 'DELETE',
  path: '/admin/users/:id/factors/:factorId',
  async handle(ctx, call) {
    const { factor, lowered } = await ctx.db.asAccounts(async (tx) => {
      const user = await heldUser(tx, call)
      const userId = user.id
      const factorId = z.uuid().safeParse(call.params['factorId'])
      const factor = factorId.success && (await factorOf(tx, { userId, factorId: factorId.data }))
      if (!factor) return refuse(404, 'mfa_factor_not_found', 'Factor not found')
      const { lowered } = await removeFactor(tx, { userId, factor })
      await noteSecurityEvent(tx, ctx, { userId, action: 'factor_removed', call })
      if (factor.status === 'verified') await putNotice(tx, ctx, user, 'factor_removed')
      return { factor, lowered }
    })
    ctx.access.forget(lowered)
    ctx.events.factorRemoved({ userId: factor.user_id, factorId: factor.id })
    return answerJson(presentFactor(factor))
  },
})

async function heldUser(tx: Tx, call: RawCall): Promise<User> {
  const user = await lockUser(tx, userIdOf(call))
  return user && !user.deleted_at ? user : refuseUnknownUser()
}
