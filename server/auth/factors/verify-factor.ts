import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { routeLimits } from '../protocol/auth-rate-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse, authRoute } from '../protocol/auth-route.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'
import { requireSession } from '../sessions/require-session.ts'
import { incrementChallengeTries, completeChallenge, type Challenge } from './challenge-queries.ts'
import { checkFactorCode, wrongCodeMessage, type TypedCode } from './check-factor-code.ts'
import { recordWrongCode, refuseTooManyWrongCodes } from './factor-limits.ts'
import { requireLockedSession, requireOwnFactor } from './require-locked-session.ts'
import { completeSecondFactor } from './complete-second-factor.ts'
import { PasskeyResponse } from './passkey-response.ts'
import { hashRecoveryCode, parseRecoveryCode } from './recovery-code.ts'
import { requireAal2ToEnroll } from './require-aal2.ts'
import { requireUsableChallenge } from './usable-challenge.ts'
import type { Tx } from '../../db/database.ts'
import { verifyAssertion, verifyRegistration } from './passkey.ts'
import { isCredentialKnown, savePasskey, updateSignCount, type Factor } from '../user-rows/factor-queries.ts'
import type { SecondFactorMethod } from './factor-session-queries.ts'

const Input = { challenge_id: optionalText, code: optionalText, webauthn: PasskeyResponse.nullish() }

/** `POST /factors/{id}/verify`: verifies a second factor and raises the same session to aal2. */
export const verifyFactor = authRoute({
  method: 'POST',
  path: '/factors/:id/verify',
  limit: routeLimits.factorVerify,
  async handle(ctx, call) {
    const outcome = await tryFactor(ctx, call)
    const { userId, factor } = outcome
    if ('wrong' in outcome) {
      ctx.events.secondFactorRefused({ userId, reason: outcome.reason })
      return refuse(422, 'mfa_verification_failed', outcome.wrong)
    }
    ctx.access.evictSessions(outcome.ended)
    if (outcome.method === 'mfa/recovery_code') ctx.events.recoveryCodeUsed({ userId })
    else ctx.events.factorVerified({ userId, factorId: factor.id, type: factor.factor_type })
    return jsonResponse(outcome.tokenResponse)
  },
})

/** Returns a failure instead of throwing it, because the failed attempt must be committed. */
async function tryFactor(ctx: Context, call: RawCall) {
  // The session first: without one the caller learns nothing about the body.
  const { user: caller } = await ctx.db.asAccounts((tx) => requireSession(tx, ctx, call.request.headers))
  const input = readBody(call.body, Input)
  const code = await readCode(ctx, caller.id, input.code)
  return ctx.db.asAccounts(async (tx) => {
    const { user, session } = await requireLockedSession(tx, ctx, call.request.headers)
    const factor = await requireOwnFactor(tx, user.id, call)
    if (factor.status === 'unverified') await requireAal2ToEnroll(tx, { user, session })
    const at = { userId: user.id, factor }
    if (!input.webauthn && code.text === '') refuse(400, 'validation_failed', 'Code needs to be non-empty')
    const challenge = await requireUsableChallenge(tx, ctx, { id: input.challenge_id, factor, session })
    // Passkeys and recovery codes cannot be guessed, so an attacker who guesses TOTP codes must not lock the owner out
    // of them.
    if (!input.webauthn && !code.recoveryHash) await refuseTooManyWrongCodes(tx, ctx, user.id)

    const method = input.webauthn
      ? await verifyPasskey(tx, ctx, { factor, challenge, given: input.webauthn })
      : await checkFactorCode(tx, ctx, factor, code)
    if (!method) {
      await incrementChallengeTries(tx, challenge.id)
      const isNoted = await recordWrongCode(tx, ctx, user.id)
      if (isNoted) {
        await recordAuthEvent(tx, ctx, { userId: user.id, action: 'second_step_failed', sessionId: session.id, call })
      }
      return input.webauthn
        ? { ...at, reason: 'wrong_passkey', wrong: wrongPasskey }
        : { ...at, reason: 'wrong_code', wrong: wrongCodeMessage(factor, code) }
    }
    await completeChallenge(tx, challenge.id, ctx.clock.now())
    return { ...at, method, ...(await completeSecondFactor(tx, ctx, { user, session, factor, method, call })) }
  })
}

const wrongPasskey = 'The passkey could not be verified. Please try again, or enter one of your recovery codes.'

/** Hashes a possible recovery code before any row is locked. */
async function readCode(ctx: Pick<Context, 'passwords'>, userId: string, typed: string): Promise<TypedCode> {
  const recoveryCode = parseRecoveryCode(typed)
  if (recoveryCode === null) return { text: typed.replaceAll(/\s/g, ''), recoveryHash: null }
  return { text: typed, recoveryHash: await hashRecoveryCode(ctx, userId, recoveryCode) }
}

/**
 * An unverified factor expects a registration, a verified one an assertion.
 * @returns the method, or null if the response does not match the challenge
 * @throws AuthError when the response is of the other kind, or the passkey is already registered
 */
async function verifyPasskey(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  { factor, challenge, given }: { factor: Factor; challenge: Challenge; given: PasskeyResponse },
): Promise<SecondFactorMethod | null> {
  const expected = factor.status === 'unverified' ? 'create' : 'request'
  if (factor.factor_type !== 'webauthn' || challenge.webauthn_challenge === null || given.type !== expected)
    refuse(400, 'validation_failed', 'This is not the kind of answer that the challenge asks for')
  const toSign = challenge.webauthn_challenge
  if (given.type === 'request') {
    const signCount = await verifyAssertion(config, { factor, toSign, response: given.credential_response })
    if (signCount === null) return null
    await updateSignCount(tx, factor.id, signCount)
    return 'mfa/webauthn'
  }
  const passkey = await verifyRegistration(config, toSign, given.credential_response)
  if (!passkey) return null
  if (await isCredentialKnown(tx, passkey.credentialId))
    refuse(422, 'mfa_verification_failed', 'This passkey is set up already.')
  await savePasskey(tx, factor.id, passkey)
  return 'mfa/webauthn'
}
