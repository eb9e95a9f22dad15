import { callLimits } from '../protocol/address-limits.ts'
import { authRoute } from '../protocol/auth-route.ts'
import { beginFlow } from './begin-flow.ts'

/** `GET /authorize`: a browser comes here to sign in with a provider. */
export const authorize = authRoute({
  method: 'GET',
  path: '/authorize',
  limit: callLimits.authorize,
  withoutApiKey: true,
  handle: (ctx, call) => beginFlow(ctx, call, null),
})
