import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import type { ExternalIdentity } from '../../vendors/oauth/sign-in-provider.ts'
import { issueAuthCode } from '../flows/issue-auth-code.ts'
import { readCodeChallenge } from '../flows/code-challenge.ts'
import type { FlowState } from '../flows/flow-state-queries.ts'
import { redirectBack, redirectWithCode, redirectWithSession } from '../flows/redirect-responses.ts'
import { linkIdentity } from '../users/identities/link-identity.ts'
import { refuse } from '../protocol/auth-error.ts'
import { lockUser } from '../user-rows/user-queries.ts'
import { sessionById } from '../sessions/session-queries.ts'
import { startSession } from '../sessions/start-session.ts'
import type { Provider } from './providers.ts'
import { signInWithIdentity } from './sign-in-with-identity.ts'
import { refuseBannedUser } from '../user-rows/refuse-banned-user.ts'

interface FinishedFlow {
  flow: FlowState
  provider: Provider
  externalIdentity: ExternalIdentity
}

/** Completes a flow for the external identity: sign-in or linking. @throws AuthError */
export function finishFlow(ctx: Context, call: RawCall, finished: FinishedFlow): Promise<Response> {
  const { linking_user_id, linking_session_id } = finished.flow
  if (linking_user_id === null || linking_session_id === null) return finishSignIn(ctx, call, finished)
  return finishLinking(ctx, call, { ...finished, userId: linking_user_id, sessionId: linking_session_id })
}

/** Unlike GoTrue, the provider's tokens are neither stored nor returned: nothing calls the provider afterwards. */
async function finishSignIn(
  ctx: Context,
  call: RawCall,
  { flow, provider, externalIdentity }: FinishedFlow,
): Promise<Response> {
  const { redirect_to: redirectTo, invite_token_hash: inviteTokenHash } = flow
  const challenge = readCodeChallenge(flow.code_challenge ?? '', flow.code_challenge_method ?? '')
  const { userId, issued } = await signInWithIdentity(
    ctx,
    { provider: provider.name, externalIdentity, inviteTokenHash, call },
    { redirectTo, challenge },
    (tx, userId) => issueSession(tx, ctx, call, flow, userId),
  )
  if ('code' in issued) return redirectWithCode(redirectTo, issued.code)
  ctx.events.signedIn({ userId, sessionId: issued.sessionId })
  return redirectWithSession(ctx, { redirectTo, session: issued.tokenResponse })
}

/** Issues an authorization code if the client sent a code challenge, otherwise a session. */
async function issueSession(
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
  const code = await issueAuthCode(tx, ctx, { flowStateId: flow.id, userId, method: 'oauth' })
  return code ?? refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}

/**
 * The user continues in the session that requested the link: it keeps its aal2, and no tokens appear in a URL. Only a
 * PKCE client waits for a code.
 */
async function finishLinking(
  ctx: RemoteContext,
  call: RawCall,
  { flow, provider, externalIdentity, userId, sessionId }: FinishedFlow & { userId: string; sessionId: string },
): Promise<Response> {
  const code = await ctx.db.asAccounts(async (tx) => {
    const user = await lockUser(tx, userId)
    const session = await sessionById(tx, sessionId)
    if (!user || user.deleted_at || !session) {
      refuse(400, 'bad_oauth_state', 'You signed out in the meantime. Please sign in and try again.')
    }
    refuseBannedUser(ctx, user)
    await linkIdentity(tx, ctx, { user, provider: provider.name, externalIdentity, sessionId, call })
    return flow.code_challenge === null ? null : codeOf(tx, ctx, flow, userId)
  })
  ctx.events.identityLinked({ userId, provider: provider.name })
  return code === null ? redirectBack(flow.redirect_to) : redirectWithCode(flow.redirect_to, code)
}
