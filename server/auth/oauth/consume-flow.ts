import type { Context } from '../../context.ts'
import { hashSecret } from '../../sealed.ts'
import { updateFlowState, lockFlowByState, type FlowState } from '../flows/queries.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { signInFlow } from './start-sign-in-flow.ts'
import { providerOf, type Provider } from './providers.ts'

/** The sign-in flow of a callback, or the error that ends it. */
type ConsumedFlow =
  | { flow: FlowState; provider: Provider; problem: null }
  | { flow: FlowState | null; problem: AuthError }

/**
 * Reads the flow of a state and marks it as used, in one transaction: of two callbacks with one state, the second finds
 * it used. A callback in another browser also consumes it.
 */
export async function consumeFlow(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors'>,
  request: Request,
  given: URLSearchParams,
): Promise<ConsumedFlow> {
  const state = given.get('state')
  if (!state) return { flow: null, problem: refusal('bad_oauth_callback', 'OAuth state parameter missing') }
  const now = ctx.clock.now()
  const flow = await ctx.db.asAccounts(async (tx) => {
    const found = await lockFlowByState(tx, hashSecret(state))
    if (found && !found.used_at) await updateFlowState(tx, found.id, { used_at: now })
    return found
  })
  const lost = 'This sign-in was not started here, or it has expired. Please sign in again.'
  if (!flow) return { flow: null, problem: refusal('bad_oauth_state', lost) }
  const problem = (code: string, message: string): ConsumedFlow => ({ flow, problem: refusal(code, message) })
  if (flow.used_at) return problem('flow_state_already_used', 'This sign-in was already used. Please sign in again.')
  if (flow.expires_at <= now) return problem('bad_oauth_state', lost)
  if (!flow.browser_hash || !signInFlow.browser.matches(request, flow.browser_hash))
    return problem('bad_oauth_state', lost)
  const provider = providerOf(ctx, flow.provider)
  if (!provider) return problem('bad_oauth_state', lost)
  // Sent by some providers (RFC 9207, mix-up defence).
  const issuer = given.get('iss')
  if (issuer !== null && !provider.client.isIssuer(issuer)) {
    return problem('bad_oauth_callback', 'This answer is not of the provider that was asked. Please sign in again.')
  }
  return { flow, provider, problem: null }
}

const refusal = (code: string, message: string): AuthError => new AuthError(400, code, message)
