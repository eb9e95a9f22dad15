import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { perIp, type RawCall, type RawRoute } from '../../http/route.ts'
import { hashSecret } from '../../sealed.ts'
import type { ProviderPerson } from '../../vendors/sign-in-provider.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import type { FlowState } from '../flows/queries.ts'
import { allowedReturn } from '../flows/redirect-to.ts'
import { returnWithError } from '../flows/return-to.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { authRoute } from '../protocol/auth-route.ts'
import { redirectUriOf, verifierPlace } from './begin-flow.ts'
import { endFlow } from './end-flow.ts'
import { failedAt, refusedAt } from './provider-refusal.ts'
import type { Provider } from './providers.ts'
import { takeFlow } from './take-flow.ts'

/** The way back from a provider. Every outcome is told on a page of ours; some providers answer with a form. */
export const callback: RawRoute[] = (['GET', 'POST'] as const).map((method) =>
  authRoute({
    method,
    path: '/callback',
    limit: perIp(300, 'minute'),
    withoutApiKey: true,
    async handle(ctx, call) {
      const given = method === 'GET' ? call.url.searchParams : new URLSearchParams(call.body.toString('utf8'))
      const answer = await answerCallback(ctx, call, given)
      // The address of this page holds a code; nothing that follows may learn it.
      answer.headers.set('referrer-policy', 'no-referrer')
      return answer
    },
  }),
)

async function answerCallback(ctx: Context, call: RawCall, given: URLSearchParams): Promise<Response> {
  const taken = await takeFlow(ctx, call.request, given)
  const redirectTo = taken.flow?.redirect_to ?? allowedReturn(ctx, '')
  const told = (error: AuthError): Response => returnWithError(redirectTo, asRedirect(error), { inQuery: true })
  if (taken.problem) return told(taken.problem)
  const { flow, provider } = taken
  const refusal = given.get('error')
  if (refusal !== null) return told(refusedAt(provider.name, refusal))
  try {
    const person = await identify(ctx, flow, provider, given.get('code') ?? '')
    return await endFlow(ctx, call, { flow, provider, person })
  } catch (error) {
    if (error instanceof AuthError) return told(error)
    const meant = error instanceof VendorError ? failedAt(provider.name, error) : null
    if (!meant)
      ctx.events.requestFailed({ requestId: call.requestId, method: 'GET', route: '/auth/v1/callback', error })
    return told(meant ?? new AuthError(500, 'unexpected_failure', 'This sign-in failed. Please try again.'))
  }
}

/** Whom the code stands for. @throws AuthError, VendorError */
async function identify(
  ctx: Pick<Context, 'config' | 'clock' | 'sealer'>,
  flow: FlowState,
  { client }: Provider,
  code: string,
): Promise<ProviderPerson> {
  const lost = new AuthError(400, 'bad_oauth_callback', 'This sign-in came back incomplete. Please sign in again.')
  const { state_hash, code_verifier_sealed, nonce_hash } = flow
  if (!code || !state_hash || !code_verifier_sealed || !nonce_hash) throw lost
  const codeVerifier = ctx.sealer.open(verifierPlace(state_hash), code_verifier_sealed)
  const idToken = await client.redeem({ code, codeVerifier, redirectUri: redirectUriOf(ctx) })
  const person = await client.identify(idToken, ctx.clock.now())
  // The nonce ties the token to this very sign-in: one from another cannot be put in its place.
  if (person.nonce === null || !timingSafeEqual(hashSecret(person.nonce), nonce_hash)) throw lost
  return person
}

/** The protocol has no word of OAuth for 422; to clients these are refusals of access. */
const asRedirect = (error: AuthError): AuthError =>
  error.status === 422 ? new AuthError(403, error.code, error.message) : error
