import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { tellPages } from '../db/live.ts'
import { endBell, ringBell } from '../db/notifications.ts'
import { endSignIn } from './queries.ts'
import type { ConnectionAt } from './sealed-tokens.ts'

/**
 * The service no longer takes the sign-in of this generation: the card says so, and the bell rings once, until it is connected again.
 * @returns whether that is new
 */
export async function needsSignIn(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  at: ConnectionAt,
  generation: number,
): Promise<boolean> {
  if (!(await endSignIn(tx, at, generation))) return false
  await tellPages(tx, at.userId, { type: 'connections' })
  await ringBell(tx, { ...bellOf(at), provider: at.provider, now: ctx.clock.now() })
  return true
}

/** It was connected again, or is not wanted any more. */
export const quiet = (tx: Tx, at: ConnectionAt): Promise<void> => endBell(tx, bellOf(at))

const bellOf = ({ userId, provider }: ConnectionAt) =>
  ({ userId, kind: 'connection_needs_sign_in', key: provider }) as const
