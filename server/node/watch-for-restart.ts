import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../context.ts'
import { findOperatorSettings, restartChannel, type FoundSettings } from '../shared/operator-settings.ts'

/**
 * Calls back where this node has to start again: it was notified, or it has missed that between its start and LISTEN,
 * or while the connection was lost.
 * @param settings those that this node started with
 */
export async function watchForRestart(
  { db, events, sealer }: Pick<Context, 'db' | 'events' | 'sealer'>,
  settings: FoundSettings,
  onDue: () => void,
): Promise<AsyncDisposable> {
  async function compare(): Promise<void> {
    const now = await db.asService((tx) => findOperatorSettings(tx, sealer))
    if (!isDeepStrictEqual(now, settings)) onDue()
  }
  const onReconnect = (): void =>
    void compare().catch((error: unknown) => events.backgroundError({ part: 'restart', error }))
  const subscription = await db.listen(restartChannel, onDue, onReconnect)
  await compare()
  return subscription
}
