import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { authRoute } from '../protocol/auth-route.ts'
import { startSignInFlow } from './start-sign-in-flow.ts'

/** `GET /authorize`: redirects the browser to a provider to sign in. */
export const authorize = authRoute({
  method: 'GET',
  path: '/authorize',
  limit: routeLimits.authorize,
  withoutApiKey: true,
  handle: (ctx, call) => startSignInFlow(ctx, call, null),
})
