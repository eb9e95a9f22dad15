import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { secretPlace } from './enroll.ts'
import { noteStep, type Factor } from './queries.ts'
import { takeRecoveryCode } from './recovery-queries.ts'
import type { SecondStep } from './session-queries.ts'
import { acceptedStep } from './totp.ts'

type Checking = Pick<Context, 'clock' | 'sealer'>

export interface TypedCode {
  text: string
  /** Where it has the form of a recovery code: the hash to find it by. */
  recoveryHash: Buffer | null
}

/**
 * A code of the app, or a recovery code, which stands in for any factor that is set up.
 * @returns how the step was passed, null where the code is wrong; a right one is used up with that
 */
export async function checkCode(tx: Tx, ctx: Checking, factor: Factor, code: TypedCode): Promise<SecondStep | null> {
  if (!code.recoveryHash) return checkTotp(tx, ctx, factor, code.text)
  const isTaken =
    factor.status === 'verified' && (await takeRecoveryCode(tx, factor.user_id, code.recoveryHash, ctx.clock.now()))
  return isTaken ? 'mfa/recovery_code' : null
}

async function checkTotp(
  tx: Tx,
  { clock, sealer }: Checking,
  factor: Factor,
  code: string,
): Promise<SecondStep | null> {
  const sealed = factor.secret_sealed
  if (sealed === null) return null
  const place = secretPlace(factor.id)
  const secret = sealer.open(place, sealed)
  const step = acceptedStep({ secret, code, now: clock.now(), lastStep: factor.last_step })
  if (step === null) return null
  await noteStep(tx, factor.id, { step, secretSealed: sealer.isStale(sealed) ? sealer.seal(place, secret) : sealed })
  return 'totp'
}

/** Why a code was refused; the first is the protocol's. */
export function wrongCode(factor: Factor, { recoveryHash }: TypedCode): string {
  if (recoveryHash) return 'This recovery code is wrong or was used before.'
  return factor.factor_type === 'totp'
    ? 'Invalid TOTP code entered'
    : 'Please use your passkey, or enter one of your recovery codes.'
}
