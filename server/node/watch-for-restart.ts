import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../context.ts'
import { findOperatorSettings, restartChannel } from '../shared/operator-settings.ts'

/**
 * Calls back where this node has to start again: it was notified, or it has missed that between its start and LISTEN,
 * or while the connection was lost.
 * @param usesFormer the start with what is stored has failed: the next change is waited for
 */
export async function watchForRestart(
  { db, events, sealer, stored }: Pick<Context, 'db' | 'events' | 'sealer' | 'stored'>,
  usesFormer: boolean,
  onDue: () => void,
): Promise<AsyncDisposable> {
  async function compare(): Promise<void> {
    const now = await db.asService((tx) => findOperatorSettings(tx, sealer))
    if (!isDeepStrictEqual(now, stored)) onDue()
  }
  const onReconnect = (): void =>
    void compare().catch((error: unknown) => events.backgroundError({ part: 'restart', error }))
  const subscription = await db.listen(restartChannel, onDue, onReconnect)
  if (!usesFormer) await compare()
  return subscription
}
