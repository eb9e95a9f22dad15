import { later } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readOverlapMs } from '../limits.ts'
import type { MessageDelta } from '../../vendors/mailbox/message.ts'
import { isDeltaLinkExpired } from '../../vendors/graph/graph-error.ts'
import { withMailbox } from '../access/with-mailbox.ts'
import { findCatchUpState, hasUnknownMessage, saveDeltaLink, type CatchUpState } from './catch-up-queries.ts'
import { verifySubscription } from './change-notifications/verify-subscription.ts'
import { recordInboxEvents } from './record-inbox-events.ts'

type Start = { link: string } | { since: Date }

/**
 * Finds messages without a change notification by delta query. The delta link of a round is stored only once all
 * messages of the round are recorded; a message that is found twice is one row in the inbox table and in the processing
 * log.
 * @throws MailboxAccessError or VendorError
 */
export async function catchUp(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const state = await ctx.db.asService((tx) => findCatchUpState(tx, mailboxId))
  if (!state) return
  const startedAt = ctx.clock.now()
  const { link, found } = await readRound(ctx, mailboxId, startOf(state, startedAt)).catch((error: unknown) => {
    if (!isDeltaLinkExpired(error)) throw error
    return readRound(ctx, mailboxId, { since: later(state.caught_up_until ?? startedAt, -readOverlapMs) })
  })
  await ctx.db.asService((tx) => saveDeltaLink(tx, mailboxId, state, { deltaLink: link, until: startedAt }))
  ctx.events.catchUpCompleted({ mailboxId, found })
}

/**
 * The first round starts when real-time sorting was switched on: older messages are not sorted automatically. Graph
 * reports times in whole seconds, so the second is rounded down.
 */
function startOf({ delta_link, caught_up_until }: CatchUpState, now: Date): Start {
  if (delta_link) return { link: delta_link }
  const since = caught_up_until ?? now
  return { since: later(since, -since.getMilliseconds()) }
}

/** Reads all pages of a round. @returns the delta link for the next round, and the number of new messages */
async function readRound(
  ctx: RemoteContext,
  mailboxId: string,
  start: Start,
): Promise<{ link: string | null; found: number }> {
  let found = 0
  for (let from = start; ; ) {
    const page: MessageDelta = await withMailbox(ctx, mailboxId, (graph, token) => graph.messageDelta(token, from))
    const ids = page.messages.map(({ id }) => id)
    found += await ctx.db.asService((tx) => recordFound(ctx, tx, mailboxId, ids))
    // Removed messages are ignored: a moved message and a deleted one look the same.
    if (page.nextLink === null) return { link: page.deltaLink, found }
    from = { link: page.nextLink }
  }
}

/** Mail that no change notification announced: it may be late, or Graph may have lost the subscription. */
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
