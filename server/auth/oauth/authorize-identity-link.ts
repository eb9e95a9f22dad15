import { startSignInFlow } from './start-sign-in-flow.ts'
import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { authRoute } from '../protocol/auth-route.ts'
import { requireReauthenticatedSession } from '../users/identities/require-reauthenticated-session.ts'

/** `GET /user/identities/authorize`: starts linking a provider to the signed-in user. Responds with the URL to open. */
export const authorizeIdentityLink = authRoute({
  method: 'GET',
  path: '/user/identities/authorize',
  limit: routeLimits.authorize,
  async handle(ctx, call) {
    const { user, session } = await requireReauthenticatedSession(ctx, call)
    return startSignInFlow(ctx, call, { userId: user.id, sessionId: session.id })
  },
})
