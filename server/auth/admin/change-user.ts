import type { JsonValue } from '../../db/rows.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { putNotice } from '../factors/put-notice.ts'
import { voidOneTimeTokens } from '../one-time/queries.ts'
import { presentAccount } from '../present-account.ts'
import { refuse } from '../protocol/auth-error.ts'
import { answerJson } from '../protocol/auth-route.ts'
import { lockUser, type User } from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import { noEmailChange } from '../update-user-queries.ts'
import { mergeMetadata } from '../user-metadata.ts'
import { adminRoute, refuseUnknownUser, userIdOf } from './admin-route.ts'
import { readAttributes } from './attributes.ts'
import { changeUser, renameEmailIdentity } from './queries.ts'

type Given = Awaited<ReturnType<typeof readAttributes>>

/**
 * Changes an account at the operator's word: at once, without confirmation. A new password, another address or a ban ends every session;
 * of the first two the owner hears, at the address of before (security checklist B6).
 */
export const changeUserById = adminRoute({
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
      const user = await changeUser(tx, userId, {
        ...columnsOf(given, now),
        raw_user_meta_data: JSON.stringify(metadata),
        raw_app_meta_data: JSON.stringify(mergeMetadata(before.raw_app_meta_data, given.appMetadata ?? {})),
        updated_at: now,
      })
      if (!user) refuse(422, 'email_exists', 'A user with this email address has already been registered')
      await renameEmailIdentity(tx, { userId, data: metadata, now })
      if (given.email || given.passwordHash) await voidOneTimeTokens(tx, userId)
      await noteSecurityEvent(tx, ctx, { userId, action: 'changed_by_operator', call })
      const isMoved = given.email !== undefined && given.email !== before.email
      if (given.passwordHash) await putNotice(tx, ctx, before, 'password_changed')
      if (isMoved) {
        await putNotice(tx, ctx, before, 'email_changed')
        await ctx.jobs.enqueue(tx, 'sync-customer', { userId })
      }
      const ends = isMoved || given.passwordHash !== undefined || (given.bannedUntil ?? now) > now
      const ended = ends ? await endSessions(tx, { userId, scope: 'global' }) : []
      return { shown: await presentAccount(tx, user), ended }
    })
    ctx.access.forget(ended)
    if (given.passwordHash) ctx.events.passwordChanged({ userId })
    return answerJson(shown)
  },
})

function columnsOf(given: Given, now: Date) {
  return {
    ...(given.email && { email: given.email, email_assumed: false, ...noEmailChange }),
    ...(given.passwordHash && { encrypted_password: given.passwordHash }),
    ...(given.isConfirmed && { email_confirmed_at: now }),
    ...(given.bannedUntil !== undefined && { banned_until: given.bannedUntil }),
  }
}

/** What the protocol copies from the e-mail identity follows the address. */
function metadataOf(before: User, { userMetadata, email, isConfirmed }: Given): Record<string, JsonValue> {
  const email_verified = isConfirmed ?? before.email_confirmed_at !== null
  return mergeMetadata(before.raw_user_meta_data, { ...userMetadata, email: email ?? before.email, email_verified })
}
