import type { Tx } from '../../db/database.ts'
import { deleteFactor, hasVerifiedFactor, type Factor } from './queries.ts'
import { deleteRecoveryCodes } from './recovery-queries.ts'
import { lowerSessions } from './session-queries.ts'

interface Removed {
  /** The ids of the sessions that fell back to their first step: to be forgotten by `ctx.access` after the commit. */
  lowered: string[]
  /** Whether the person has no second step any more. */
  wasLast: boolean
}

/** Takes a second step away, and with the last the recovery codes, which stand in for one. To be called with the person held (`lockUser`). */
export async function removeFactor(
  tx: Tx,
  { userId, factor }: { userId: string; factor: Pick<Factor, 'id' | 'status'> },
): Promise<Removed> {
  const lowered = await lowerSessions(tx, factor.id)
  await deleteFactor(tx, factor.id)
  const wasLast = factor.status === 'verified' && !(await hasVerifiedFactor(tx, userId))
  if (wasLast) await deleteRecoveryCodes(tx, userId)
  return { lowered, wasLast }
}
