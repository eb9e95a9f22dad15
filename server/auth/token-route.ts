import { routeLimits } from './protocol/auth-rate-limits.ts'
import { authRoute } from './protocol/auth-route.ts'
import { refuse } from './protocol/auth-error.ts'
import { signInWithIdToken } from './oauth/id-token.ts'
import { exchangeCode } from './accounts/pkce-grant.ts'
import { refreshSession } from './accounts/refresh-session-tokens.ts'
import { signIn } from './accounts/sign-in.ts'

/** `POST /token`: all grant types. Disabled ones respond with GoTrue's own error codes. */
export const tokenRoute = authRoute({
  method: 'POST',
  path: '/token',
  limit: routeLimits.token,
  handle(ctx, call) {
    switch (call.url.searchParams.get('grant_type')) {
      case 'password':
        return signIn(ctx, call)
      case 'refresh_token':
        return refreshSession(ctx, call)
      case 'pkce':
        return exchangeCode(ctx, call)
      case 'id_token':
        return signInWithIdToken(ctx, call)
      case 'web3':
        return refuse(422, 'web3_provider_disabled', 'Web3 provider is disabled')
      default:
        return refuse(400, 'invalid_credentials', 'unsupported_grant_type')
    }
  },
})
