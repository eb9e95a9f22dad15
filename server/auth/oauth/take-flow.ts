import type { Context } from '../../context.ts'
import { hashSecret } from '../../sealed.ts'
import { changeFlowState, lockFlowByState, type FlowState } from '../flows/queries.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { browser } from './begin-flow.ts'
import { providerOf, type Provider } from './providers.ts'

/** A sign-in that has come back, or why it comes to nothing. */
export type TakenFlow =
  | { flow: FlowState; provider: Provider; problem: null }
  | { flow: FlowState | null; problem: AuthError }

/**
 * Finds the flow of a state and uses it up, in one transaction: of two callbacks with one state the second finds it used. A state in
 * the wrong browser is used up with that, too.
 */
export async function takeFlow(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors'>,
  request: Request,
  given: URLSearchParams,
): Promise<TakenFlow> {
  const state = given.get('state')
  if (!state) return { flow: null, problem: refusal('bad_oauth_callback', 'OAuth state parameter missing') }
  const now = ctx.clock.now()
  const flow = await ctx.db.asAccounts(async (tx) => {
    const found = await lockFlowByState(tx, hashSecret(state))
    if (found && !found.used_at) await changeFlowState(tx, found.id, { used_at: now })
    return found
  })
  const lost = 'This sign-in was not started here, or it has expired. Please sign in again.'
  if (!flow) return { flow: null, problem: refusal('bad_oauth_state', lost) }
  const problem = (code: string, message: string): TakenFlow => ({ flow, problem: refusal(code, message) })
  if (flow.used_at) return problem('flow_state_already_used', 'This sign-in was already used. Please sign in again.')
  if (flow.expires_at <= now) return problem('bad_oauth_state', lost)
  if (!flow.browser_hash || !browser.isBrowserOf(request, flow.browser_hash)) return problem('bad_oauth_state', lost)
  const provider = providerOf(ctx, flow.provider)
  if (!provider) return problem('bad_oauth_state', lost)
  // Sent by some providers, and then it must be theirs (RFC 9207): a code is shown to nobody but the provider it came from.
  const issuer = given.get('iss')
  if (issuer !== null && !provider.client.isIssuer(issuer)) {
    return problem('bad_oauth_callback', 'This answer is not of the provider that was asked. Please sign in again.')
  }
  return { flow, provider, problem: null }
}

const refusal = (code: string, message: string): AuthError => new AuthError(400, code, message)
