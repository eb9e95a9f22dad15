import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { hashSecret } from '../../sealed.ts'
import { matchesCodeVerifier } from '../flows/code-challenge.ts'
import { lockFlowByCode, deleteFlowState } from '../flows/flow-state-queries.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'
import { userById } from '../user-rows/user-queries.ts'
import type { FirstFactorMethod } from '../../../contract/recent-authentication.ts'
import { startSession } from '../sessions/start-session.ts'
import { refuseBannedUser } from '../user-rows/refuse-banned-user.ts'

/** Authentication methods that a flow state can record. */
const Method = z.enum([
  'otp',
  'magiclink',
  'recovery',
  'invite',
  'email/signup',
  'email_change',
  'oauth',
] satisfies FirstFactorMethod[])

/**
 * `grant_type=pkce`: exchanges an authorization code for a session, once. The code verifier must match the challenge
 * with which the flow began (RFC 7636). A wrong verifier does not consume the code, so an attacker cannot void it.
 */
export async function exchangeCode(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'events' | 'sealer'>,
  call: RawCall,
): Promise<Response> {
  const { auth_code, code_verifier } = readBody(call.body, { auth_code: optionalText, code_verifier: optionalText })
  if (!auth_code || !code_verifier) {
    refuse(400, 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty')
  }
  const { sessionId, userId, tokenResponse } = await ctx.db.asAccounts(async (tx) => {
    const flow = await lockFlowByCode(tx, hashSecret(auth_code))
    if (!flow?.user_id) refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    const now = ctx.clock.now()
    if (flow.expires_at <= now) refuse(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    if (!matchesCodeVerifier(flow, code_verifier)) {
      refuse(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
    }
    const user = await userById(tx, flow.user_id)
    if (!user || user.deleted_at) refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    refuseBannedUser(ctx, user)
    await deleteFlowState(tx, flow.id)
    const method = Method.parse(flow.authentication_method)
    return { userId: user.id, ...(await startSession(tx, ctx, { userId: user.id, method, call })) }
  })
  ctx.events.signedIn({ userId, sessionId })
  return jsonResponse(tokenResponse)
}
