import { addMs } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readOverlapMs } from '../limits.ts'
import type { Changes } from '../../vendors/mailbox/message.ts'
import { withMailbox } from '../providers/with-mailbox.ts'
import { findCatchUpState, hasUnknownMessage, savePosition, type CatchUpState } from './catch-up-queries.ts'
import { verifySubscription } from '../mailboxes/verify-subscription.ts'
import { recordInboxEvents } from '../inbox-events/record-inbox-events.ts'

/**
 * Finds messages without a change notification by reading the changes of the inbox. The position of a round is stored
 * only once all messages of the round are recorded; a message that is found twice is one row in the inbox table and in
 * the processing log.
 * @throws MailboxAccessError or VendorError
 */
export async function catchUp(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const state = await ctx.db.asService((tx) => findCatchUpState(tx, mailboxId))
  if (!state) return
  const startedAt = ctx.clock.now()
  let round = await readRound(ctx, mailboxId, startOf(state, startedAt))
  if (round === 'start-again')
    round = await readRound(ctx, mailboxId, { since: addMs(state.caught_up_until ?? startedAt, -readOverlapMs) })
  if (typeof round === 'string') throw new Error(`The changes of the inbox cannot be read: ${round}`)
  const { resume, found } = round
  await ctx.db.asService((tx) => savePosition(tx, mailboxId, state, { position: resume, until: startedAt }))
  ctx.events.catchUpCompleted({ mailboxId, found })
}

/**
 * The first round starts when real-time sorting was switched on: older messages are not sorted automatically. A
 * mailbox may report times in whole seconds, so the second is rounded down.
 */
function startOf({ delta_link, caught_up_until }: CatchUpState, now: Date): string | { since: Date } {
  if (delta_link) return delta_link
  const since = caught_up_until ?? now
  return { since: addMs(since, -since.getMilliseconds()) }
}

/** Reads all pages of a round. @returns the position of the next round, and the number of new messages */
async function readRound(
  ctx: RemoteContext,
  mailboxId: string,
  start: string | { since: Date },
): Promise<{ resume: string | null; found: number } | 'start-again' | 'not-there'> {
  let found = 0
  for (let from = start; ; ) {
    const page: Changes = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.changes(from))
    if (typeof page === 'string') return page
    const ids = page.messages.map(({ id }) => id)
    found += await ctx.db.asService((tx) => recordFound(ctx, tx, mailboxId, ids))
    if (page.next === null) return { resume: page.resume, found }
    from = page.next
  }
}

/** Mail that no change notification announced: it may be late, or the subscription may be lost. */
async function recordFound(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  mailboxId: string,
  messageIds: string[],
): Promise<number> {
  const isUnannounced = await hasUnknownMessage(tx, mailboxId, messageIds)
  const found = await recordInboxEvents(ctx, tx, mailboxId, messageIds, 'delta')
  if (isUnannounced && found > 0) await verifySubscription(ctx, tx, mailboxId)
  return found
}
