import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { serializeFactor } from '../user-rows/serialize-factor.ts'
import { findFactor, factorsOf } from '../user-rows/factor-queries.ts'
import { removeLostFactors } from '../factors/remove-lost-factors.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { lockUser, type User } from '../user-rows/user-queries.ts'
import { adminRoute, refuseUnknownUser, userIdOf } from './admin-route.ts'

export const adminListFactors = adminRoute({
  method: 'GET',
  path: '/admin/users/:id/factors',
  handle: (ctx, call) =>
    ctx.db.asAccounts(async (tx) => {
      const { id } = await lockUserOf(tx, call)
      return jsonResponse((await factorsOf(tx, id)).map(serializeFactor))
    }),
})

export const adminDeleteFactor = adminRoute({
  method: 'DELETE',
  path: '/admin/users/:id/factors/:factorId',
  async handle(ctx, call) {
    const { factor, lowered } = await ctx.db.asAccounts(async (tx) => {
      const user = await lockUserOf(tx, call)
      const userId = user.id
      const factorId = z.uuid().safeParse(call.params['factorId'])
      const factor = factorId.success && (await findFactor(tx, { userId, factorId: factorId.data }))
      if (!factor) return refuse(404, 'mfa_factor_not_found', 'Factor not found')
      return { factor, lowered: await removeLostFactors(tx, ctx, { user, factors: [factor], call }) }
    })
    ctx.access.evictSessions(lowered)
    ctx.events.factorRemoved({ userId: factor.user_id, factorId: factor.id })
    return jsonResponse(serializeFactor(factor))
  },
})

async function lockUserOf(tx: Tx, call: RawCall): Promise<User> {
  const user = await lockUser(tx, userIdOf(call))
  return user && !user.deleted_at ? user : refuseUnknownUser()
}
