import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { secretPlace } from './enroll.ts'
import { noteStep, type Factor } from './queries.ts'
import type { SecondStep } from './session-queries.ts'
import { acceptedStep } from './totp.ts'

/** @returns how the step was passed, null where the code is wrong; a right one is used up with that */
export async function checkCode(
  tx: Tx,
  { clock, sealer }: Context,
  { factor, code }: { factor: Factor; code: string },
): Promise<SecondStep | null> {
  if (factor.secret_sealed === null) return null
  const secret = sealer.open(secretPlace(factor.id), factor.secret_sealed)
  const step = acceptedStep({ secret, code, now: clock.now(), lastStep: factor.last_step })
  if (step === null) return null
  await noteStep(tx, factor.id, step)
  return 'totp'
}
