import { randomUUID } from 'node:crypto'
import { redirectToOf } from '../flows/redirect-to.ts'
import { requireEmail } from '../tokens/request-link.ts'
import { userResponse } from '../user-rows/user-response.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { metadata, optionalText, readBody } from '../protocol/read-body.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'
import { enqueueAccountLink } from './account-link.ts'
import { adminRoute, refuseTakenAddress } from './admin-route.ts'
import { requireInvitations } from '../accounts/require-open-sign-up.ts'
import { ensureInvitedUser } from './ensure-invited-user.ts'

/** Emails an invitation; opening it confirms the account. */
export const inviteUser = adminRoute({
  method: 'POST',
  path: '/invite',
  async handle(ctx, call) {
    requireInvitations(ctx)
    const { email: given, data } = readBody(call.body, { email: optionalText, data: metadata })
    const email = requireEmail(given)
    const merged = mergeMetadata({}, data ?? {})
    const shown = await ctx.db.asAccounts(async (tx) => {
      const user = await ensureInvitedUser(tx, { id: randomUUID(), email, data: merged, now: ctx.clock.now() })
      if (!user) return refuseTakenAddress()
      const redirectTo = redirectToOf(ctx, call, 'invite')
      await enqueueAccountLink(tx, ctx, { userId: user.id, purpose: 'invite', email, redirectTo })
      return userResponse(tx, user)
    })
    return jsonResponse(shown)
  },
})
