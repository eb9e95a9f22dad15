import type { RemoteContext } from '../context.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { ServiceError } from '../vendors/service-error.ts'
import { connectionById } from './queries.ts'
import { ServiceProblem } from './service-problem.ts'
import { withConnection } from './with-connection.ts'

/**
 * Refreshes a connection that nothing has used for a day: so its grant does not lapse unused (Microsoft: 90 days, Google: six months),
 * and a person who took it back at the service sees it on the card. Trouble that passes is looked at again within the hour.
 */
export async function keepConnection(
  ctx: RemoteContext,
  { connectionId }: JobPayload<'keep-connection'>,
): Promise<void> {
  const at = await ctx.db.asService((tx) => connectionById(tx, connectionId))
  if (!at) return
  try {
    await withConnection(ctx, at, async () => undefined)
  } catch (error) {
    if (!(error instanceof ServiceProblem) && !(error instanceof ServiceError)) throw error
  }
}
