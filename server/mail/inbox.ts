import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { insertEvents, type InboxSource } from './inbox-queries.ts'

/**
 * Writes messages into the inbox table and wakes the mailbox up with the same transaction. One that waits there already stays as it is.
 * Where the mailbox's real-time switch is off, only what the person asked for (`manual`, `waiting`) is recorded.
 * @returns how many are new
 */
export async function recordEvents(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  mailboxId: string,
  messageIds: string[],
  source: InboxSource,
): Promise<number> {
  const events = messageIds.map((messageId) => ({ mailboxId, messageId }))
  return (await recordEventsOfMany(ctx, tx, events, source)).length
}

/** @returns the mailbox of each new event */
export async function recordEventsOfMany(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  events: { mailboxId: string; messageId: string }[],
  source: InboxSource,
): Promise<string[]> {
  if (events.length === 0) return []
  const added = await insertEvents(tx, events, source, ctx.clock.now())
  const woken = [...new Set(added)].sort()
  await ctx.jobs.enqueueAll(
    tx,
    'drain-mailbox',
    woken.map((mailboxId) => ({ mailboxId })),
  )
  return added
}
