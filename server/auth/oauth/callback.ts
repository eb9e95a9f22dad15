import type { Context } from '../../context.ts'
import { codeExchange, isNonceOf } from '../../grants/authorization.ts'
import { isUsable, requireCode } from '../../grants/authorization-callback.ts'
import { perIp, type RawCall, type RawRoute } from '../../http/routing/route.ts'
import { hashSecret } from '../../sealed.ts'
import type { ExternalIdentity } from '../../vendors/oauth/sign-in-provider.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { lockSignInState, updateFlowState, type SignInState } from '../flows/flow-state-queries.ts'
import { allowedRedirect } from '../flows/redirect-to.ts'
import { redirectWithError } from '../flows/redirect-responses.ts'
import { AuthError, refuse } from '../protocol/auth-error.ts'
import { authRoute } from '../protocol/auth-route.ts'
import { signInFlow } from './start-sign-in-flow.ts'
import { finishFlow } from './finish-flow.ts'
import { callbackError, invalidCallback, providerError } from './provider-errors.ts'
import { providerOf, type Provider } from './providers.ts'

/**
 * The callback of the providers. Every outcome is a redirect to our own page. Some providers post a form. Not an
 * `authorizationCallbackRoute`: the state determines the provider and the page, a used state has its own error, and the
 * cookie is kept because all tabs share it.
 */
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
  const stateParameter = given.get('state')
  const state = stateParameter ? await consumeState(ctx, call, stateParameter) : undefined
  const provider = state && providerOf(ctx, state.provider)
  try {
    if (!stateParameter) refuse(400, 'bad_oauth_callback', 'OAuth state parameter missing')
    if (state?.used_at) refuse(400, 'flow_state_already_used', 'This sign-in was already used. Please sign in again.')
    if (!state || !provider) throw invalidCallback('state')
    const code = requireCode(ctx, call, state, {
      flow: signInFlow,
      parameter: (name) => given.get(name),
      isIssuer: (issuer) => provider.client.isIssuer(issuer),
      invalidCallback,
      refusedByProvider: (error) => callbackError(provider.name, error),
    })
    const externalIdentity = await identify(ctx, state, provider, code)
    return await finishFlow(ctx, call, { flow: state, provider, externalIdentity })
  } catch (error) {
    const redirectTo = state?.redirect_to ?? allowedRedirect(ctx, '')
    return redirectWithError(redirectTo, errorToShow(ctx, call, provider, error), { inQuery: true })
  }
}

/**
 * Reads the state and marks it as used, in one transaction: of two callbacks with one state, the second finds it used.
 * A link that was opened in another browser does not end the sign-in.
 */
const consumeState = (
  ctx: Pick<Context, 'clock' | 'db'>,
  call: RawCall,
  state: string,
): Promise<SignInState | undefined> =>
  ctx.db.asAccounts(async (tx) => {
    const found = await lockSignInState(tx, hashSecret(state))
    if (found && !found.used_at && isUsable(ctx, call, found, signInFlow))
      await updateFlowState(tx, found.id, { used_at: ctx.clock.now() })
    return found
  })

/** Exchanges the code and verifies the ID token. @throws AuthError, VendorError */
async function identify(
  ctx: Pick<Context, 'config' | 'clock' | 'sealer'>,
  state: SignInState,
  { client }: Provider,
  code: string,
): Promise<ExternalIdentity> {
  const idToken = await client.redeem(codeExchange(ctx, signInFlow, state, code))
  const externalIdentity = await client.identify(idToken, ctx.clock.now())
  const { nonce } = externalIdentity
  if (nonce === null || !isNonceOf(nonce, state.nonce_hash)) throw invalidCallback('code')
  return externalIdentity
}

/** The error that the page shows. An unexpected one is reported to the operator. */
function errorToShow(
  ctx: Pick<Context, 'events'>,
  { requestId }: RawCall,
  provider: Provider | null | undefined,
  error: unknown,
): AuthError {
  const expected = provider && error instanceof VendorError ? providerError(provider.name, error) : error
  if (!(expected instanceof AuthError)) {
    ctx.events.requestFailed({ requestId, method: 'GET', route: signInFlow.callbackPath, error })
    return new AuthError(500, 'unexpected_failure', 'This sign-in failed. Please try again.')
  }
  // OAuth redirects have no error for 422: clients receive `access_denied`.
  return expected.status === 422 ? new AuthError(403, expected.code, expected.message) : expected
}
