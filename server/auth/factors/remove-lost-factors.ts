import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { RawCall } from '../../http/routing/route.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { enqueueAccountNotice } from '../emails/enqueue-account-notice.ts'
import type { Factor } from '../user-rows/factor-queries.ts'
import type { User } from '../user-rows/user-queries.ts'
import { removeFactor } from './remove-factor.ts'

/**
 * Removes factors to which the user has lost access, for the operator, who has to verify the user's identity.
 * @param user locked
 * @param call null: a command
 * @returns ids of the sessions that fell back to aal1; the caller evicts them from `ctx.access` after the commit
 */
export async function removeLostFactors(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { user, factors, call }: { user: User; factors: readonly Factor[]; call: RawCall | null },
): Promise<string[]> {
  const lowered: string[] = []
  for (const factor of factors) {
    lowered.push(...(await removeFactor(tx, { userId: user.id, factor })).downgraded)
    await recordAuthEvent(tx, ctx, { userId: user.id, action: 'factor_removed', call })
  }
  if (factors.some(({ status }) => status === 'verified')) await enqueueAccountNotice(tx, ctx, user, 'factor_removed')
  return lowered
}
