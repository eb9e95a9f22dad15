import type { Tx } from '../../db/database.ts'
import { deleteFactor, hasVerifiedFactor, type Factor } from '../user-rows/factor-queries.ts'
import { deleteRecoveryCodes } from './recovery-code-queries.ts'
import { downgradeSessions } from './factor-session-queries.ts'

interface Removed {
  /** Ids of the sessions that fell back to aal1; the caller evicts them from `ctx.access` after the commit. */
  downgraded: string[]
  /** Whether the user has no verified factor left. */
  wasLast: boolean
}

/** Deletes a factor, and with the last one the recovery codes. Call with the user row locked (`lockUser`). */
export async function removeFactor(
  tx: Tx,
  { userId, factor }: { userId: string; factor: Pick<Factor, 'id' | 'status'> },
): Promise<Removed> {
  const downgraded = await downgradeSessions(tx, factor.id)
  await deleteFactor(tx, factor.id)
  const wasLast = factor.status === 'verified' && !(await hasVerifiedFactor(tx, userId))
  if (wasLast) await deleteRecoveryCodes(tx, userId)
  return { downgraded, wasLast }
}
