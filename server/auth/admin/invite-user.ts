import { randomUUID } from 'node:crypto'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import { redirectToOf } from '../flows/redirect-to.ts'
import { requireEmail } from '../tokens/request-link.ts'
import { userResponse } from '../user-rows/user-response.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { metadata, optionalText, readBody } from '../protocol/read-body.ts'
import { mergeMetadata } from '../user-rows/user-metadata.ts'
import { adminRoute } from './admin-route.ts'
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
      await enqueueEmail(tx, ctx, {
        kind: 'account-link',
        payload: {
          purpose: 'invite',
          email,
          redirectTo: redirectToOf(ctx, call, 'invite'),
          flowStateId: null,
          newAccount: null,
        },
        userId: user.id,
      })
      return userResponse(tx, user)
    })
    return jsonResponse(shown)
  },
})
