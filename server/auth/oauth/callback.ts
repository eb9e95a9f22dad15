import type { Context } from '../../context.ts'
import { isNonceOf, openCodeVerifier, redirectUriOf } from '../../grants/authorization.ts'
import { perIp, type RawCall, type RawRoute } from '../../http/route.ts'
import type { ExternalIdentity } from '../../vendors/sign-in-provider.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import type { FlowState } from '../flows/queries.ts'
import { allowedRedirect } from '../flows/redirect-to.ts'
import { redirectWithError } from '../flows/redirect-responses.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { authRoute } from '../protocol/auth-route.ts'
import { signInFlow } from './start-sign-in-flow.ts'
import { finishFlow } from './finish-flow.ts'
import { providerError, callbackError } from './provider-errors.ts'
import type { Provider } from './providers.ts'
import { consumeFlow } from './consume-flow.ts'

/** The callback of the providers. Every outcome is a redirect to our own page. Some providers post a form. */
export const callback: RawRoute[] = (['GET', 'POST'] as const).map((method) =>
  authRoute({
    method,
    path: '/callback',
    limit: perIp(300, 'minute'),
    withoutApiKey: true,
    async handle(ctx, call) {
      const given = method === 'GET' ? call.url.searchParams : new URLSearchParams(call.body.toString('utf8'))
      const response = await callbackResponse(ctx, call, given)
      // The URL of the callback contains a code, which must not reach the next page.
      response.headers.set('referrer-policy', 'no-referrer')
      return response
    },
  }),
)

async function callbackResponse(ctx: Context, call: RawCall, given: URLSearchParams): Promise<Response> {
  const consumed = await consumeFlow(ctx, call.request, given)
  const redirectTo = consumed.flow?.redirect_to ?? allowedRedirect(ctx, '')
  const redirectError = (error: AuthError): Response =>
    redirectWithError(redirectTo, asRedirect(error), { inQuery: true })
  if (consumed.problem) return redirectError(consumed.problem)
  const { flow, provider } = consumed
  const refusal = given.get('error')
  if (refusal !== null) return redirectError(callbackError(provider.name, refusal))
  try {
    const externalIdentity = await identify(ctx, flow, provider, given.get('code') ?? '')
    return await finishFlow(ctx, call, { flow, provider, externalIdentity })
  } catch (error) {
    if (error instanceof AuthError) return redirectError(error)
    const reported = error instanceof VendorError ? providerError(provider.name, error) : null
    if (!reported)
      ctx.events.requestFailed({ requestId: call.requestId, method: 'GET', route: signInFlow.callbackPath, error })
    return redirectError(reported ?? new AuthError(500, 'unexpected_failure', 'This sign-in failed. Please try again.'))
  }
}

/** Exchanges the code and verifies the ID token. @throws AuthError, VendorError */
async function identify(
  ctx: Pick<Context, 'config' | 'clock' | 'sealer'>,
  flow: FlowState,
  { client }: Provider,
  code: string,
): Promise<ExternalIdentity> {
  const lost = new AuthError(400, 'bad_oauth_callback', 'This sign-in came back incomplete. Please sign in again.')
  const { state_hash, code_verifier_sealed, nonce_hash } = flow
  if (!code || !state_hash || !code_verifier_sealed || !nonce_hash) throw lost
  const codeVerifier = openCodeVerifier(ctx, signInFlow, { state_hash, code_verifier_sealed })
  const idToken = await client.redeem({ code, codeVerifier, redirectUri: redirectUriOf(ctx, signInFlow) })
  const externalIdentity = await client.identify(idToken, ctx.clock.now())
  if (externalIdentity.nonce === null || !isNonceOf(externalIdentity.nonce, nonce_hash)) throw lost
  return externalIdentity
}

/** OAuth redirects have no error for 422: clients receive `access_denied`. */
const asRedirect = (error: AuthError): AuthError =>
  error.status === 422 ? new AuthError(403, error.code, error.message) : error
