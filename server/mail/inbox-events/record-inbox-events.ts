import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { messageFound } from '../../tracing.ts'
import { insertInboxEvents, type InboxSource } from './inbox-event-queries.ts'

/**
 * Inserts messages into the inbox table and enqueues the job that sorts them, in one transaction. A message that is
 * there already stays unchanged. While real-time sorting is off, only messages that the user requested (`manual`,
 * `waiting`) are recorded.
 * @returns the number of new rows
 */
export async function recordInboxEvents(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  mailboxId: string,
  messageIds: string[],
  source: InboxSource,
): Promise<number> {
  const events = messageIds.map((messageId) => ({ mailboxId, messageId }))
  return (await recordInboxEventsOfMany(ctx, tx, events, source)).length
}

/** @returns the new rows */
export async function recordInboxEventsOfMany(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  events: { mailboxId: string; messageId: string }[],
  source: InboxSource,
): Promise<{ mailboxId: string; messageId: string }[]> {
  if (events.length === 0) return []
  const added = await insertInboxEvents(tx, events, source, ctx.clock.now())
  for (const message of added) messageFound(message, { source })
  const mailboxIds = [...new Set(added.map(({ mailboxId }) => mailboxId))]
  await ctx.jobs.enqueueAll(
    tx,
    'drain-mailbox',
    mailboxIds.map((mailboxId) => ({ mailboxId })),
  )
  return added
}
