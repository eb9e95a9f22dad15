import { randomUUID } from 'node:crypto'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { userResponse } from '../user-rows/user-response.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { insertUserWithEmail } from '../user-rows/user-queries.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'
import { adminRoute, refuseTakenAddress, refuseUnknownUser } from './admin-route.ts'
import { readAttributes } from './user-attributes.ts'
import { updateUserRow } from './managed-user-queries.ts'

/**
 * Creates an account for the operator. No email is sent; the operator decides whether the address counts as confirmed.
 */
export const createUser = adminRoute({
  method: 'POST',
  path: '/admin/users',
  async handle(ctx, call) {
    const given = await readAttributes(ctx, call.body)
    const { email } = given
    if (!email) refuse(400, 'validation_failed', 'Cannot create a user without either an email or phone')
    const now = ctx.clock.now()
    const shown = await ctx.db.asAccounts(async (tx) => {
      const id = given.id ?? randomUUID()
      const confirmedAt = given.isConfirmed ? now : null
      const added = await insertUserWithEmail(
        tx,
        { id, email, passwordHash: given.passwordHash ?? null, confirmedAt, now },
        mergeMetadata({}, given.userMetadata ?? {}),
        { byOperator: true },
      )
      if (!added) return refuseTakenAddress()
      const user = await updateUserRow(tx, id, {
        raw_app_meta_data: JSON.stringify(mergeMetadata(added.raw_app_meta_data, given.appMetadata ?? {})),
        banned_until: given.bannedUntil ?? null,
      })
      await recordAuthEvent(tx, ctx, { userId: id, action: 'changed_by_operator', call })
      return user ? userResponse(tx, user) : refuseUnknownUser()
    })
    ctx.events.signedUp({ userId: shown.id })
    return jsonResponse(shown)
  },
})
