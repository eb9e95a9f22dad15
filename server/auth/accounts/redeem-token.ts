import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { issueAuthCode } from '../flows/issue-auth-code.ts'
import { refuse } from '../protocol/auth-error.ts'
import { updateProviderMetadata } from '../user-rows/identity-queries.ts'
import { insertEmailIdentity, lockUser, type User } from '../user-rows/user-queries.ts'
import type { FirstFactorMethod } from '../../../contract/recent-authentication.ts'
import { startSession } from '../sessions/start-session.ts'
import { confirmEmailChange } from '../users/update-user-email.ts'
import { confirmEmail, revokeSignInTokens } from '../tokens/email-confirmation-queries.ts'
import { removeEarlierAccess } from '../tokens/remove-earlier-access.ts'
import { deleteUnprovenCredentials } from '../tokens/delete-unproven-credentials.ts'
import type { OneTimeToken } from '../tokens/one-time-token-queries.ts'
import { refuseBannedUser } from '../user-rows/refuse-banned-user.ts'

interface Redemption {
  userId: string
  result:
    | { kind: 'session'; sessionId: string; session: Awaited<ReturnType<typeof startSession>>['tokenResponse'] }
    /** For the PKCE client that began the flow. */
    | { kind: 'code'; code: string }
    /** One half of a change of address; the other address has not confirmed yet. */
    | { kind: 'half' }
  effects: Effects
}

interface Effects {
  signedUp: boolean
  emailChanged: boolean
  endedSessions: string[]
}

interface RedemptionInput {
  /** Already consumed, in this transaction. */
  token: OneTimeToken
  method: FirstFactorMethod
  /**
   * Issue an authorization code instead of a session: the link is bound to the client that began the PKCE flow, which
   * must present its code verifier.
   */
  endsWithCode: boolean
  call: Pick<RawCall, 'request' | 'ip'>
}

/**
 * Applies a consumed token: confirms or changes the address and signs the user in.
 * @returns null when the token no longer applies
 * @throws AuthError `user_banned`, `flow_state_not_found`
 */
export async function redeemToken(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'jobs' | 'events' | 'sealer'>,
  redeeming: RedemptionInput,
): Promise<Redemption | null> {
  const { token, method, endsWithCode, call } = redeeming
  const userId = token.user_id
  const user = await lockUser(tx, userId)
  if (!user || user.deleted_at) return null
  refuseBannedUser(ctx, user)

  const isChange = token.purpose === 'email_change_current' || token.purpose === 'email_change_new'
  const effects = isChange ? await changeEmail(tx, ctx, redeeming) : await confirmOrSignIn(tx, ctx, user, redeeming)
  if (effects === null) return null
  if (effects === 'half') return { userId, result: { kind: 'half' }, effects: noEffects }
  if (endsWithCode) {
    const { flow_state_id: flowStateId } = token
    const code = flowStateId && (await issueAuthCode(tx, ctx, { flowStateId, userId, method }))
    if (!code) refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    return { userId, result: { kind: 'code', code }, effects }
  }
  const { sessionId, tokenResponse } = await startSession(tx, ctx, { userId, method, call })
  return { userId, result: { kind: 'session', sessionId, session: tokenResponse }, effects }
}

const noEffects: Effects = { signedUp: false, emailChanged: false, endedSessions: [] }

async function changeEmail(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { token, call }: RedemptionInput,
): Promise<Effects | 'half' | null> {
  const change = await confirmEmailChange(tx, ctx, { token, call })
  if (change.outcome === 'gone') return null
  return change.outcome === 'half' ? 'half' : { ...noEffects, emailChanged: true, endedSessions: change.ended }
}

async function confirmOrSignIn(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  user: User,
  { token, call }: RedemptionInput,
): Promise<Effects | null> {
  if (user.email !== token.email) return null
  const userId = token.user_id
  await revokeSignInTokens(tx, userId)
  if (user.email_auto_confirmed) return takeOverAccount(tx, ctx, user)
  if (user.email_confirmed_at) return noEffects
  const now = ctx.clock.now()
  const isOwnSignUp = token.purpose === 'signup'
  if (!isOwnSignUp) await deleteUnprovenCredentials(tx, { id: userId, email: user.email }, now)
  await confirmEmail(tx, userId, { keepPassword: isOwnSignUp, now })
  await recordAuthEvent(tx, ctx, { userId, action: 'signed_up', call })
  return { ...noEffects, signedUp: true }
}

/** The owner of the mailbox takes over an account that was created without proof of the address. */
async function takeOverAccount(tx: Tx, ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>, user: User): Promise<Effects> {
  const endedSessions = await removeEarlierAccess(tx, ctx, user)
  if (!endedSessions) return noEffects
  const now = ctx.clock.now()
  const data = { sub: user.id, email: user.email, email_verified: true, phone_verified: false }
  await insertEmailIdentity(tx, user.id, data, now)
  await updateProviderMetadata(tx, user.id, now)
  return { ...noEffects, endedSessions }
}

/** Publishes the events of a redemption. Call after the commit. */
export function publishRedemption(
  ctx: Pick<Context, 'events' | 'access'>,
  { userId, result, effects }: Redemption,
): void {
  ctx.access.evictSessions(effects.endedSessions)
  if (effects.signedUp) ctx.events.signedUp({ userId })
  if (effects.emailChanged) ctx.events.emailChanged({ userId })
  if (result.kind === 'session') ctx.events.signedIn({ userId, sessionId: result.sessionId })
}

export const otherAddressPendingMessage =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * The `amr` method of a session from this token.
 * @param typed whether a code or token hash was sent to the API, which GoTrue calls `otp`
 */
export function firstStepOf({ purpose }: OneTimeToken, { typed }: { typed: boolean }): FirstFactorMethod {
  switch (purpose) {
    // Not `otp`, even when typed: the page asks for a new password after these methods.
    case 'recovery':
    case 'invite':
      return purpose
    case 'signup':
      return typed ? 'otp' : 'email/signup'
    case 'email_change_current':
    case 'email_change_new':
      return typed ? 'otp' : 'email_change'
    default:
      return typed ? 'otp' : 'magiclink'
  }
}
