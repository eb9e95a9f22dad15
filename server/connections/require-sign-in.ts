import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { resolveNotification, createNotification } from '../shared/notifications.ts'
import { findConnection, findConnections, markSignInRequired, type ConnectionKey } from './connection-queries.ts'

/**
 * Marks a connection whose tokens of this generation the service refuses. The card says so, and one notification is
 * created until the service is connected again.
 * @returns whether the connection was usable before
 */
export async function requireSignIn(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  at: ConnectionKey,
  generation: number,
): Promise<boolean> {
  if (!(await markSignInRequired(tx, at, generation))) return false
  await publishLiveEvent(tx, at.userId, { type: 'connections' })
  await createNotification(tx, { ...notificationOf(at), provider: at.provider, now: ctx.clock.now() })
  return true
}

export async function requireSignInToAll(tx: Tx, ctx: Pick<Context, 'clock'>, userId: string): Promise<void> {
  for (const { provider } of await findConnections(tx, userId)) {
    const at = { userId, provider }
    const connection = await findConnection(tx, at, true)
    if (connection) await requireSignIn(tx, ctx, at, connection.generation)
  }
}

/** To be called when the service is connected again or disconnected. */
export const resolveSignInNotification = (tx: Tx, at: ConnectionKey): Promise<void> =>
  resolveNotification(tx, notificationOf(at))

const notificationOf = ({ userId, provider }: ConnectionKey) =>
  ({ userId, kind: 'connection_needs_sign_in', key: provider }) as const
