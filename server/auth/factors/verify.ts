import type { Context } from '../../context.ts'
import type { RawCall } from '../../http/route.ts'
import { noteSecurityEvent } from '../audit/note-security-event.ts'
import { callLimits } from '../protocol/address-limits.ts'
import { refuse } from '../protocol/auth-error.ts'
import { answerJson, authRoute } from '../protocol/auth-route.ts'
import { optionalText, readBody } from '../protocol/read-body.ts'
import { requireSession } from '../sessions/require-session.ts'
import { countChallengeTry, endChallenge } from './challenge-queries.ts'
import { checkCode, wrongCode, type TypedCode } from './check-code.ts'
import { countWrongStep, refuseGuessing } from './factor-limits.ts'
import { holdSignedIn, ownFactor } from './hold-signed-in.ts'
import { passSecondStep } from './pass-second-step.ts'
import { PasskeyResponse } from './passkey-response.ts'
import { hashRecoveryCode, recoveryCodeOf } from './recovery-code.ts'
import { requireAal2ToSetUp } from './require-aal2.ts'
import { tryPasskey } from './try-passkey.ts'
import { usableChallenge } from './usable-challenge.ts'

const Input = { challenge_id: optionalText, code: optionalText, webauthn: PasskeyResponse.nullish() }

/** `POST /factors/{id}/verify`: passes a second step; the same session goes on with it. */
export const verifyFactor = authRoute({
  method: 'POST',
  path: '/factors/:id/verify',
  limit: callLimits.factorVerify,
  async handle(ctx, call) {
    const outcome = await tryStep(ctx, call)
    const { userId, factor } = outcome
    if ('wrong' in outcome) {
      ctx.events.secondStepRefused({ userId, reason: outcome.reason })
      return refuse(422, 'mfa_verification_failed', outcome.wrong)
    }
    ctx.access.forget(outcome.ended)
    if (outcome.method === 'mfa/recovery_code') ctx.events.recoveryCodeUsed({ userId })
    else ctx.events.factorVerified({ userId, factorId: factor.id, type: factor.factor_type })
    return answerJson(outcome.answer)
  },
})

/** Answers what is wrong instead of throwing it: that somebody guessed has to be committed. */
async function tryStep(ctx: Context, call: RawCall) {
  const input = readBody(call.body, Input)
  const code = await readCode(ctx, call, input.code)
  return ctx.db.asAccounts(async (tx) => {
    const { user, session } = await holdSignedIn(tx, ctx, call.request.headers)
    const factor = await ownFactor(tx, user.id, call)
    if (factor.status === 'unverified') await requireAal2ToSetUp(tx, { user, session })
    const at = { userId: user.id, factor }
    if (!input.webauthn && code.text === '') refuse(400, 'validation_failed', 'Code needs to be non-empty')
    const challenge = await usableChallenge(tx, ctx, { id: input.challenge_id, factor, session })
    // Passkeys and recovery codes cannot be guessed: whoever keeps guessing at the app's codes must not keep the owner from those.
    if (!input.webauthn && !code.recoveryHash) await refuseGuessing(tx, ctx, user.id)

    const method = input.webauthn
      ? await tryPasskey(tx, ctx, { factor, challenge, given: input.webauthn })
      : await checkCode(tx, ctx, factor, code)
    if (!method) {
      await countChallengeTry(tx, challenge.id)
      const isNoted = await countWrongStep(tx, ctx, user.id)
      if (isNoted) {
        await noteSecurityEvent(tx, ctx, { userId: user.id, action: 'second_step_failed', sessionId: session.id, call })
      }
      return input.webauthn
        ? { ...at, reason: 'wrong_passkey', wrong: wrongPasskey }
        : { ...at, reason: 'wrong_code', wrong: wrongCode(factor, code) }
    }
    await endChallenge(tx, challenge.id, ctx.clock.now())
    return { ...at, method, ...(await passSecondStep(tx, ctx, { user, session, factor, method, call })) }
  })
}

const wrongPasskey = 'The passkey could not be verified. Please try again, or enter one of your recovery codes.'

/** Hashes what may be a recovery code, before anything is held. */
async function readCode(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'passwords' | 'access'>,
  { request }: RawCall,
  typed: string,
): Promise<TypedCode> {
  const recoveryCode = recoveryCodeOf(typed)
  if (recoveryCode === null) return { text: typed.replaceAll(/\s/g, ''), recoveryHash: null }
  const { user } = await ctx.db.asAccounts((tx) => requireSession(tx, ctx, request.headers))
  return { text: typed, recoveryHash: await hashRecoveryCode(ctx, user.id, recoveryCode) }
}
