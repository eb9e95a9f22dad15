import type { Context } from '../../context.ts'
import { startAuthorization, type AuthorizationFlow } from '../../grants/authorization.ts'
import { browserBinding } from '../../http/request/browser-binding.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { hashSecret } from '../../sealed.ts'
import { readCodeChallenge } from '../flows/code-challenge.ts'
import { insertFlowState } from '../flows/flow-state-queries.ts'
import { redirectToOf } from '../flows/redirect-to.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { requireProvider } from './providers.ts'

export const signInFlow: AuthorizationFlow = {
  stateTable: 'auth.flow_states',
  callbackPath: '/auth/v1/callback',
  browser: browserBinding({ name: 'mailroom_sign_in', path: '/auth/v1' }),
}

/**
 * Sends the browser to a provider, for `/authorize` and for linking an identity. `scopes` and other
 * parameters of the client are not passed on: only the user's identity is requested.
 * @param linking the account to which the identity is added, and the session that requests it
 * @throws AuthError 400 `validation_failed`
 */
export async function startSignInFlow(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'vendors' | 'sealer'>,
  call: RawCall,
  linking: { userId: string; sessionId: string } | null,
): Promise<Response> {
  const parameter = (name: string): string => call.url.searchParams.get(name) ?? ''
  const provider = requireProvider(ctx, parameter('provider'))
  const challenge = readCodeChallenge(parameter('code_challenge'), parameter('code_challenge_method'))
  const started = startAuthorization(ctx, signInFlow, existingBrowserSecret(call.request))
  const inviteToken = parameter('invite_token')
  await ctx.db.asAccounts((tx) =>
    insertFlowState(tx, {
      ...started.row,
      nonce_hash: started.nonceHash,
      provider: provider.name,
      linking_user_id: linking?.userId ?? null,
      linking_session_id: linking?.sessionId ?? null,
      ...challenge,
      redirect_to: redirectToOf(ctx, call),
      invite_token_hash: inviteToken ? hashSecret(inviteToken) : null,
      created_at: ctx.clock.now(),
    }),
  )
  const url = provider.client.authorizeUrl(started.request)
  const response =
    parameter('skip_http_redirect') === 'true'
      ? jsonResponse({ url })
      : new Response(null, { status: 302, headers: { location: url, 'cache-control': 'no-store' } })
  response.headers.append('set-cookie', started.cookie)
  return response
}

/** All tabs of a browser share one secret, so that concurrent sign-ins do not invalidate each other. */
function existingBrowserSecret(request: Request): string | undefined {
  const secret = signInFlow.browser.secretOf(request)
  return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined
}
