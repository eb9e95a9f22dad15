import { z } from 'zod'
import { deactivateAccount } from '../accounts/deactivate-account.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { readBody } from '../protocol/read-body.ts'
import { lockUser } from '../user-rows/user-queries.ts'
import { adminRoute, refuseUnknownUser, userIdOf } from './admin-route.ts'

/**
 * Deletes an account as its owner would: mailboxes are disconnected and every row is removed. Soft deletion is refused.
 */
export const deleteUser = adminRoute({
  method: 'DELETE',
  path: '/admin/users/:id',
  async handle(ctx, call) {
    const userId = userIdOf(call)
    const isSoft = call.body.length > 0 && readBody(call.body, { should_soft_delete: z.boolean().nullish() })
    if (isSoft && isSoft.should_soft_delete)
      refuse(400, 'validation_failed', 'Accounts are deleted whole here; send should_soft_delete: false')
    const ended = await ctx.db.asAccounts(async (tx) => {
      const user = await lockUser(tx, userId)
      if (!user || user.deleted_at) return refuseUnknownUser()
      return deactivateAccount(tx, ctx, user)
    })
    ctx.access.evictSessions(ended)
    return jsonResponse({})
  },
})
