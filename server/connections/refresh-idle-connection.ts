import type { RemoteContext } from '../context.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { VendorError } from '../vendors/http/vendor-error.ts'
import { ConnectionAccessError } from './connection-access-error.ts'
import { findConnectionKey } from './connection-queries.ts'
import { validConnection } from './with-connection.ts'

/**
 * Refreshes a connection that was not used for a day: its grant does not expire (Microsoft: 90 days, Google: six
 * months), and a user who revoked it at the service sees so on the card. After a transient failure the hourly job tries
 * again.
 */
export async function refreshIdleConnection(
  ctx: RemoteContext,
  { connectionId }: JobPayload<'refresh-idle-connection'>,
): Promise<void> {
  const at = await ctx.db.asService((tx) => findConnectionKey(tx, connectionId))
  if (!at) return
  try {
    await validConnection(ctx, at)
  } catch (error) {
    if (!(error instanceof ConnectionAccessError) && !(error instanceof VendorError)) throw error
  }
}
