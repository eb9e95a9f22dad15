import type { JsonValue } from '../../db/rows.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { enqueueAccountNotice } from '../emails/enqueue-account-notice.ts'
import { revokeOneTimeTokens } from '../tokens/one-time-token-queries.ts'
import { userResponse } from '../user-rows/user-response.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { lockUser, type User } from '../user-rows/user-queries.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { clearedEmailChange } from '../user-rows/update-user-queries.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'
import { adminRoute, refuseUnknownUser, userIdOf } from './admin-route.ts'
import { readAttributes } from './user-attributes.ts'
import { updateUserRow, updateEmailIdentityData } from './managed-user-queries.ts'

type UpdatedAttributes = Awaited<ReturnType<typeof readAttributes>>

/**
 * Updates a user for the operator, immediately and without confirmation. A new password, a new address or a ban ends
 * every session; the first two are reported to the previous address.
 */
export const updateUserById = adminRoute({
  method: 'PUT',
  path: '/admin/users/:id',
  async handle(ctx, call) {
    const userId = userIdOf(call)
    const given = await readAttributes(ctx, call.body)
    const now = ctx.clock.now()
    const { shown, ended } = await ctx.db.asAccounts(async (tx) => {
      const before = await lockUser(tx, userId)
      if (!before || before.deleted_at) return refuseUnknownUser()
      const metadata = metadataOf(before, given)
      const user = await updateUserRow(tx, userId, {
        ...columnsOf(given, now),
        raw_user_meta_data: JSON.stringify(metadata),
        raw_app_meta_data: JSON.stringify(mergeMetadata(before.raw_app_meta_data, given.appMetadata ?? {})),
        updated_at: now,
      })
      if (!user) refuse(422, 'email_exists', 'A user with this email address has already been registered')
      await updateEmailIdentityData(tx, { userId, data: { ...metadata, ...identityClaimsOf(before, given) }, now })
      if (given.email || given.passwordHash) await revokeOneTimeTokens(tx, userId)
      await recordAuthEvent(tx, ctx, { userId, action: 'changed_by_operator', call })
      const isMoved = given.email !== undefined && given.email !== before.email
      if (given.passwordHash) await enqueueAccountNotice(tx, ctx, before, 'password_changed')
      if (isMoved) {
        await enqueueAccountNotice(tx, ctx, before, 'email_changed')
        await ctx.jobs.enqueue(tx, 'sync-customer', { userId })
      }
      const ends = isMoved || given.passwordHash !== undefined || (given.bannedUntil ?? now) > now
      const ended = ends ? await endSessions(tx, { userId, scope: 'global' }) : []
      return { shown: await userResponse(tx, user), ended }
    })
    ctx.access.evictSessions(ended)
    if (given.passwordHash) ctx.events.passwordChanged({ userId })
    return jsonResponse(shown)
  },
})

function columnsOf(given: UpdatedAttributes, now: Date) {
  return {
    ...(given.email && { email: given.email, email_auto_confirmed: false, ...clearedEmailChange }),
    ...(given.passwordHash && { encrypted_password: given.passwordHash }),
    ...(given.isConfirmed && { email_confirmed_at: now }),
    ...(given.bannedUntil !== undefined && { banned_until: given.bannedUntil }),
  }
}

/** Claims that a sign-up copied from the email identity follow the address; no claim is added. */
function metadataOf(before: User, given: UpdatedAttributes): Record<string, JsonValue> {
  const merged = mergeMetadata(before.raw_user_meta_data, given.userMetadata ?? {})
  const present = Object.entries(identityClaimsOf(before, given)).filter(([name]) => Object.hasOwn(merged, name))
  return { ...merged, ...Object.fromEntries(present) }
}

const identityClaimsOf = (before: User, { email, isConfirmed }: UpdatedAttributes) => ({
  email: email ?? before.email,
  email_verified: isConfirmed ?? before.email_confirmed_at !== null,
})
