import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { totpSealContext } from './enroll-factor.ts'
import { saveTotpStep, type Factor } from '../user-rows/factor-queries.ts'
import { consumeRecoveryCode } from './recovery-code-queries.ts'
import type { SecondFactorMethod } from './factor-session-queries.ts'
import { acceptedStep } from './totp.ts'

type CodeContext = Pick<Context, 'clock' | 'sealer'>

export interface TypedCode {
  text: string
  /** Lookup hash if the text has the form of a recovery code. */
  recoveryHash: Buffer | null
}

/**
 * Verifies a TOTP code, or a recovery code, which replaces any verified factor. A right code is consumed.
 * @returns the method, or null if the code is wrong
 */
export async function checkFactorCode(
  tx: Tx,
  ctx: CodeContext,
  factor: Factor,
  code: TypedCode,
): Promise<SecondFactorMethod | null> {
  if (!code.recoveryHash) return checkTotp(tx, ctx, factor, code.text)
  const isTaken =
    factor.status === 'verified' && (await consumeRecoveryCode(tx, factor.user_id, code.recoveryHash, ctx.clock.now()))
  return isTaken ? 'mfa/recovery_code' : null
}

async function checkTotp(
  tx: Tx,
  { clock, sealer }: CodeContext,
  factor: Factor,
  code: string,
): Promise<SecondFactorMethod | null> {
  const sealed = factor.secret_sealed
  if (sealed === null) return null
  const place = totpSealContext(factor.id)
  const secret = sealer.open(place, sealed)
  const step = acceptedStep({ secret, code, now: clock.now(), lastStep: factor.last_step })
  if (step === null) return null
  await saveTotpStep(tx, factor.id, {
    step,
    secretSealed: sealer.isStale(sealed) ? sealer.seal(place, secret) : sealed,
  })
  return 'totp'
}

/** The error message for a wrong code; the TOTP text is GoTrue's. */
export function wrongCodeMessage(factor: Factor, { recoveryHash }: TypedCode): string {
  if (recoveryHash) return 'This recovery code is wrong or was used before.'
  return factor.factor_type === 'totp'
    ? 'Invalid TOTP code entered'
    : 'Please use your passkey, or enter one of your recovery codes.'
}
