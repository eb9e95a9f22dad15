import type { RemoteContext } from '../context.ts'
import { tellPages } from '../db/live.ts'
import { endGrantLater } from './end-grant.ts'
import { quiet } from './needs-sign-in.ts'
import { connectionAt, connectionsOf, removeConnection } from './queries.ts'
import type { ConnectionAt } from './sealed-tokens.ts'

/**
 * Forgets a connection: from here on no call is made with it, and work that is under way stops before its next one. Then the service is told,
 * for as long as it takes. Folders keep their actions, which say that nothing is connected. Where there is none, there is nothing to do.
 * @returns whether there was one
 */
export async function disconnect(ctx: RemoteContext, { userId, provider }: ConnectionAt): Promise<boolean> {
  const at = { userId, provider }
  const removed = await ctx.db.asService(async (tx) => {
    const connection = await connectionAt(tx, at, true)
    if (!connection) return false
    await endGrantLater(tx, ctx, at, connection)
    await removeConnection(tx, at)
    await quiet(tx, at)
    await tellPages(tx, userId, { type: 'connections' })
    return true
  })
  if (removed) ctx.events.serviceDisconnected(at)
  return removed
}

export async function disconnectAll(ctx: RemoteContext, userId: string): Promise<void> {
  const connections = await ctx.db.asService((tx) => connectionsOf(tx, userId))
  for (const { provider } of connections) await disconnect(ctx, { userId, provider })
}
