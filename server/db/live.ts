import { sql } from 'kysely'
import type { LiveEvent } from '../../contract/live-events.ts'
import { liveChannel } from '../events.ts'
import type { Tx } from './database.ts'

/** Tells the person's open pages, on whichever node they are; heard only when the transaction commits. */
export async function tellPages(tx: Tx, userId: string, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify({ userId, event })})`.execute(tx)
}
