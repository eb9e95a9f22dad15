import { beginFlow } from '../oauth/begin-flow.ts'
import { callLimits } from '../protocol/address-limits.ts'
import { authRoute } from '../protocol/auth-route.ts'
import { requireProven } from './require-proven.ts'

/** `GET /user/identities/authorize`: somebody who is signed in adds a provider to their account. The answer has the address to go to. */
export const authorizeLink = authRoute({
  method: 'GET',
  path: '/user/identities/authorize',
  limit: callLimits.authorize,
  async handle(ctx, call) {
    const { user, session } = await requireProven(ctx, call)
    return beginFlow(ctx, call, { userId: user.id, sessionId: session.id })
  },
})
