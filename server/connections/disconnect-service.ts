import type { RemoteContext } from '../context.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { findConnections, deleteConnection, findConnection, type ConnectionKey } from './connection-queries.ts'
import { resolveSignInNotification } from './require-sign-in.ts'
import { enqueueRevocation } from './revoke-grant.ts'

/**
 * Deletes a connection. From the commit on no call is made with it, and running work stops before its next one; a job
 * then revokes the grant at the service. Folders keep their actions, which report that nothing is connected.
 * @returns false where there was no connection
 */
export async function disconnectService(ctx: RemoteContext, { userId, provider }: ConnectionKey): Promise<boolean> {
  const at = { userId, provider }
  const isRemoved = await ctx.db.asService(async (tx) => {
    const connection = await findConnection(tx, at, true)
    if (!connection) return false
    await enqueueRevocation(tx, ctx, at, connection)
    await deleteConnection(tx, at)
    await resolveSignInNotification(tx, at)
    await publishLiveEvent(tx, userId, { type: 'connections' })
    return true
  })
  if (isRemoved) ctx.events.serviceDisconnected(at)
  return isRemoved
}

export async function disconnectAllServices(ctx: RemoteContext, userId: string): Promise<void> {
  const connections = await ctx.db.asService((tx) => findConnections(tx, userId))
  for (const { provider } of connections) await disconnectService(ctx, { userId, provider })
}
