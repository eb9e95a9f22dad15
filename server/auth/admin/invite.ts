import { randomUUID } from 'node:crypto'
import { putEmail } from '../../emails/put-email.ts'
import { redirectToOf } from '../flows/redirect-to.ts'
import { requireEmail } from '../one-time/request-link.ts'
import { presentAccount } from '../present-account.ts'
import { answerJson } from '../protocol/auth-route.ts'
import { metadata, optionalText, readBody } from '../protocol/read-body.ts'
import { mergeMetadata } from '../user-metadata.ts'
import { adminRoute } from './admin-route.ts'
import { invitedUser } from './invited-user.ts'

/** Mails somebody an invitation; the account is theirs once they open it. */
export const invite = adminRoute({
  method: 'POST',
  path: '/invite',
  async handle(ctx, call) {
    const { email: given, data } = readBody(call.body, { email: optionalText, data: metadata })
    const email = requireEmail(given)
    const merged = mergeMetadata({}, data ?? {})
    const shown = await ctx.db.asAccounts(async (tx) => {
      const user = await invitedUser(tx, { id: randomUUID(), email, data: merged, now: ctx.clock.now() })
      await putEmail(tx, ctx, {
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
      return presentAccount(tx, user)
    })
    return answerJson(shown)
  },
})
