import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import type { ProviderPerson } from '../../vendors/sign-in-provider.ts'
import { grantAuthCode } from '../flows/auth-code.ts'
import { readCodeChallenge } from '../flows/code-challenge.ts'
import type { FlowState } from '../flows/queries.ts'
import { returnHome, returnWithCode, returnWithSession } from '../flows/return-to.ts'
import { linkIdentity } from '../identities/link-identity.ts'
import { refuse } from '../protocol/auth-error.ts'
import { lockUser } from '../queries.ts'
import { sessionById } from '../sessions/queries.ts'
import { startSession } from '../sessions/start-session.ts'
import { askToConfirm } from './ask-to-confirm.ts'
import type { Provider } from './providers.ts'
import { settle } from './settle.ts'
import { tellSettled } from './tell-settled.ts'

interface Ending {
  flow: FlowState
  provider: Provider
  person: ProviderPerson
}

/** What a flow gives to the person whom the provider has named. @throws AuthError */
export function endFlow(ctx: Context, call: RawCall, ending: Ending): Promise<Response> {
  const { linking_user_id, linking_session_id } = ending.flow
  if (linking_user_id === null || linking_session_id === null) return endSignIn(ctx, call, ending)
  return endLinking(ctx, call, { ...ending, userId: linking_user_id, sessionId: linking_session_id })
}

/** Tokens of the provider are not kept and not given out, as the protocol could: nothing here calls the provider afterwards. */
async function endSignIn(ctx: Context, call: RawCall, { flow, provider, person }: Ending): Promise<Response> {
  const { redirect_to: redirectTo } = flow
  const outcome = await ctx.db.asAccounts(async (tx) => {
    const settled = await settle(tx, ctx, {
      provider: provider.name,
      person,
      inviteTokenHash: flow.invite_token_hash,
      call,
    })
    return settled.kind === 'account' ? { ...settled, gives: await give(tx, ctx, call, flow, settled.userId) } : settled
  })
  if (outcome.kind === 'unverified') {
    const challenge = readCodeChallenge(flow.code_challenge ?? '', flow.code_challenge_method ?? '')
    throw await askToConfirm(ctx, { provider: provider.name, person, email: outcome.email, redirectTo, challenge })
  }
  tellSettled(ctx, provider.name, outcome)
  const { userId, gives } = outcome
  if ('code' in gives) return returnWithCode(redirectTo, gives.code)
  ctx.events.signedIn({ userId, sessionId: gives.sessionId })
  return returnWithSession(ctx, { redirectTo, session: gives.answer })
}

/** A code for the client that showed a challenge, else the session itself. */
async function give(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'events' | 'sealer'>,
  call: RawCall,
  flow: FlowState,
  userId: string,
) {
  if (flow.code_challenge === null) return startSession(tx, ctx, { userId, method: 'oauth', call })
  return { code: await codeOf(tx, ctx, flow, userId) }
}

async function codeOf(tx: Tx, ctx: Pick<Context, 'clock'>, flow: FlowState, userId: string): Promise<string> {
  const code = await grantAuthCode(tx, ctx, { flowStateId: flow.id, userId, method: 'oauth' })
  return code ?? refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}

/**
 * The person goes on in the session that they linked from: it has their second step, and no tokens need to travel in an address. Only
 * a client that showed a challenge waits for a code.
 */
async function endLinking(
  ctx: RemoteContext,
  call: RawCall,
  { flow, provider, person, userId, sessionId }: Ending & { userId: string; sessionId: string },
): Promise<Response> {
  const code = await ctx.db.asAccounts(async (tx) => {
    const user = await lockUser(tx, userId)
    const session = await sessionById(tx, sessionId)
    if (!user || user.deleted_at || !session) {
      refuse(400, 'bad_oauth_state', 'You signed out in the meantime. Please sign in and try again.')
    }
    if (user.banned_until && user.banned_until > ctx.clock.now()) refuse(403, 'user_banned', 'User is banned')
    await linkIdentity(tx, ctx, { user, provider: provider.name, person, sessionId, call })
    return flow.code_challenge === null ? null : codeOf(tx, ctx, flow, userId)
  })
  ctx.events.identityLinked({ userId, provider: provider.name })
  return code === null ? returnHome(flow.redirect_to) : returnWithCode(flow.redirect_to, code)
}
