import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/route.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { grantAuthCode } from '../flows/auth-code.ts'
import { refuse } from '../protocol/auth-error.ts'
import { deriveProviders } from '../identities/queries.ts'
import { addEmailIdentity, lockUser, type User } from '../queries.ts'
import type { FirstStep } from '../../../contract/fresh-proof.ts'
import { startSession } from '../sessions/start-session.ts'
import { confirmEmailChange } from '../update-user-email.ts'
import { confirmAddress, voidSignInTokens } from './confirm-queries.ts'
import { forgetAssumed } from './forget-assumed.ts'
import { forgetUnproven } from './forget-unproven.ts'
import type { OneTimeToken } from './queries.ts'

export interface Redeemed {
  userId: string
  gives:
    | { kind: 'session'; sessionId: string; session: Awaited<ReturnType<typeof startSession>>['answer'] }
    /** For the client whose flow (PKCE) it is. */
    | { kind: 'code'; code: string }
    /** One half of a change of address: the other mailbox has still to confirm. */
    | { kind: 'half' }
  effects: Effects
}

interface Effects {
  signedUp: boolean
  emailChanged: boolean
  endedSessions: string[]
}

interface Redeeming {
  /** Already used up, in this transaction. */
  token: OneTimeToken
  method: FirstStep
  /** The link belongs to the client that began the flow, which has to show its verifier first (security checklist B8). */
  endsWithCode: boolean
  call: Pick<RawCall, 'request' | 'ip'>
}

/**
 * What a token gives: the address is confirmed or changed, and its owner is signed in.
 * @returns null where it has come to nothing since it was sent
 * @throws AuthError `user_banned`, `flow_state_not_found`
 */
export async function redeem(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'clock' | 'jobs' | 'events' | 'sealer'>,
  redeeming: Redeeming,
): Promise<Redeemed | null> {
  const { token, method, endsWithCode, call } = redeeming
  const userId = token.user_id
  const user = await lockUser(tx, userId)
  if (!user || user.deleted_at) return null
  if (user.banned_until && user.banned_until > ctx.clock.now()) refuse(403, 'user_banned', 'User is banned')

  const isChange = token.purpose === 'email_change_current' || token.purpose === 'email_change_new'
  const effects = isChange ? await changeEmail(tx, ctx, redeeming) : await confirm(tx, ctx, user, redeeming)
  if (effects === null) return null
  if (effects === 'half') return { userId, gives: { kind: 'half' }, effects: nothing }
  if (endsWithCode) {
    const { flow_state_id: flowStateId } = token
    const code = flowStateId && (await grantAuthCode(tx, ctx, { flowStateId, userId, method }))
    if (!code) refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    return { userId, gives: { kind: 'code', code }, effects }
  }
  const { sessionId, answer } = await startSession(tx, ctx, { userId, method, call })
  return { userId, gives: { kind: 'session', sessionId, session: answer }, effects }
}

const nothing: Effects = { signedUp: false, emailChanged: false, endedSessions: [] }

async function changeEmail(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { token, call }: Redeeming,
): Promise<Effects | 'half' | null> {
  const change = await confirmEmailChange(tx, ctx, { token, call })
  if (change.outcome === 'gone') return null
  return change.outcome === 'half' ? 'half' : { ...nothing, emailChanged: true, endedSessions: change.ended }
}

async function confirm(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  user: User,
  { token, call }: Redeeming,
): Promise<Effects | null> {
  if (user.email !== token.email) return null
  const userId = token.user_id
  await voidSignInTokens(tx, userId)
  if (user.email_assumed) return takeUp(tx, ctx, user)
  if (user.email_confirmed_at) return nothing
  const now = ctx.clock.now()
  const isOwnSignUp = token.purpose === 'signup'
  if (!isOwnSignUp) await forgetUnproven(tx, { id: userId, email: user.email }, now)
  await confirmAddress(tx, userId, { keepPassword: isOwnSignUp, now })
  await noteSecurityEvent(tx, ctx, { userId, action: 'signed_up', call })
  return { ...nothing, signedUp: true }
}

/** The owner of an address comes to an account that somebody made with it, without showing that it was theirs. */
async function takeUp(tx: Tx, ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>, user: User): Promise<Effects> {
  const endedSessions = await forgetAssumed(tx, ctx, user)
  if (!endedSessions) return nothing
  const now = ctx.clock.now()
  const data = { sub: user.id, email: user.email, email_verified: true, phone_verified: false }
  await addEmailIdentity(tx, user.id, data, now)
  await deriveProviders(tx, user.id, now)
  return { ...nothing, endedSessions }
}

/** To be called once it is committed. */
export function tellRedeemed(ctx: Pick<Context, 'events' | 'access'>, { userId, gives, effects }: Redeemed): void {
  ctx.access.forget(effects.endedSessions)
  if (effects.signedUp) ctx.events.signedUp({ userId })
  if (effects.emailChanged) ctx.events.emailChanged({ userId })
  if (gives.kind === 'session') ctx.events.signedIn({ userId, sessionId: gives.sessionId })
}

export const halfMessage = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** How a session by this token says it began. @param typed a code or a hash given by a program, which the protocol calls otp */
export function firstStepOf({ purpose }: OneTimeToken, { typed }: { typed: boolean }): FirstStep {
  switch (purpose) {
    // Also when typed: the page asks for a new password by it.
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
