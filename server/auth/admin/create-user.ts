import { randomUUID } from 'node:crypto'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { presentAccount } from '../present-account.ts'
import { refuse } from '../protocol/auth-error.ts'
import { answerJson } from '../protocol/auth-route.ts'
import { addUserByEmail } from '../queries.ts'
import { mergeMetadata } from '../user-metadata.ts'
import { adminRoute, refuseUnknownUser } from './admin-route.ts'
import { readAttributes } from './attributes.ts'
import { changeUser } from './queries.ts'

/** An account made by the operator. No e-mail is sent; whether the address counts as confirmed is theirs to say. */
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
      const added = await addUserByEmail(
        tx,
        { id, email, passwordHash: given.passwordHash ?? null, confirmedAt, now },
        mergeMetadata({}, given.userMetadata ?? {}),
      )
      if (!added) refuse(422, 'email_exists', 'A user with this email address has already been registered')
      const user = await changeUser(tx, id, {
        raw_app_meta_data: JSON.stringify(mergeMetadata(added.raw_app_meta_data, given.appMetadata ?? {})),
        banned_until: given.bannedUntil ?? null,
      })
      await noteSecurityEvent(tx, ctx, { userId: id, action: 'changed_by_operator', call })
      return user ? presentAccount(tx, user) : refuseUnknownUser()
    })
    ctx.events.signedUp({ userId: shown.id })
    return answerJson(shown)
  },
})
