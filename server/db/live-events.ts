import { sql } from 'kysely'
import type { LiveEvent } from '../../contract/live-events.ts'
import { liveChannel, type LiveMessage } from '../events.ts'
import type { Tx } from './database.ts'

/** Publishes to the user's open pages on every node when the transaction commits. */
export async function publishLiveEvent(tx: Tx, userId: string, event: LiveEvent): Promise<void> {
  const message: LiveMessage = { userId, event }
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify(message)})`.execute(tx)
}
