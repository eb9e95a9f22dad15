import { userResponse } from '../user-rows/user-response.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { adminRoute, refuseTakenAddress, refuseUnknownUser, userIdOf } from './admin-route.ts'
import { updateManagedUser } from './update-managed-user.ts'
import { readAttributes } from './user-attributes.ts'

export const updateUserById = adminRoute({
  method: 'PUT',
  path: '/admin/users/:id',
  async handle(ctx, call) {
    const userId = userIdOf(call)
    const given = await readAttributes(ctx, call.body)
    const { shown, ended } = await ctx.db.asAccounts(async (tx) => {
      const updated = await updateManagedUser(tx, ctx, { userId, given, call })
      if (updated === 'unknown') return refuseUnknownUser()
      if (updated === 'address_taken') return refuseTakenAddress()
      return { shown: await userResponse(tx, updated.user), ended: updated.ended }
    })
    ctx.access.evictSessions(ended)
    if (given.passwordHash) ctx.events.passwordChanged({ userId })
    return jsonResponse(shown)
  },
})
