import { usageMonth } from '../../../contract/limits.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { hasPlans } from '../../shared/monthly-limit.ts'
import type { TimeRange } from '../../vendors/mailbox/mailbox-client.ts'
import type { InboxPage } from '../../vendors/mailbox/message.ts'
import { remainingUsage } from '../log/monthly-usage-queries.ts'
import { stopBackfillAtLimit } from './stop-backfill-at-limit.ts'
import {
  type BackfillRow,
  changeBackfillState,
  countWaitingMessages,
  insertBackfillPage,
  lockRunningBackfill,
  newestBackfill,
  windowFullUntil,
} from './backfill-queries.ts'

const backfillMaxWaiting = 100

/**
 * Queues the next pages of the inbox while fewer than `backfillMaxWaiting` messages wait; finishes the backfill
 * where none are left. A page is stored with the position of the next one, so that another worker can continue. The
 * bound keeps a cancellation quick. Waits where the mailbox has sorted `backfillMaxPerWindow` messages lately.
 * @throws MailboxAccessError or VendorError
 */
export async function feedBackfill(ctx: RemoteContext, mailboxId: string): Promise<void> {
  for (;;) {
    const backfill = await ctx.db.asService((tx) => newestBackfill(tx, mailboxId))
    if (backfill?.state !== 'running') return
    const now = ctx.clock.now()
    const counted = { userId: backfill.user_id, month: usageMonth(now), hasPlans: hasPlans(ctx) }
    const { waiting, remaining, fullUntil } = await ctx.db.asService(async (tx) => ({
      waiting: await countWaitingMessages(tx, backfill.id),
      remaining: await remainingUsage(tx, counted),
      fullUntil: await windowFullUntil(tx, backfill, now),
    }))
    if (waiting >= backfillMaxWaiting) return
    if (backfill.is_scan_complete) {
      if (waiting === 0) await finish(ctx, backfill)
      return
    }
    if (remaining <= waiting) {
      if (waiting === 0) await stopBackfillAtLimit(ctx, { id: mailboxId, user_id: backfill.user_id })
      return
    }
    if (fullUntil) {
      await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'feed-backfill', { mailboxId }, { after: fullUntil }))
      return
    }
    if (!(await feedPage(ctx, backfill))) return
  }
}

async function finish(ctx: Pick<Context, 'clock' | 'db'>, backfill: BackfillRow): Promise<void> {
  const { mailbox_id: mailboxId, user_id: userId } = backfill
  await ctx.db.asService(async (tx) => {
    if (await changeBackfillState(tx, mailboxId, { from: ['running'], to: 'done', now: ctx.clock.now() }))
      await publishLiveEvent(tx, userId, { type: 'backfill', mailboxId })
  })
}

/** @returns false where the user has paused or canceled the backfill, or another worker has fed the page */
async function feedPage(ctx: RemoteContext, backfill: BackfillRow): Promise<boolean> {
  const { mailbox_id: mailboxId, user_id: userId } = backfill
  const page = await nextPage(ctx, backfill)
  return ctx.db.asService(async (tx) => {
    const held = await lockRunningBackfill(tx, mailboxId)
    // The last page leaves the position.
    const isFed = held?.is_scan_complete || held?.scan_position?.getTime() !== backfill.scan_position?.getTime()
    if (held?.id !== backfill.id || isFed) return false
    await insertBackfillPage(tx, held, page, ctx.clock.now())
    await ctx.jobs.enqueue(tx, 'drain-mailbox', { mailboxId })
    await publishLiveEvent(tx, userId, { type: 'backfill', mailboxId })
    return true
  })
}

/**
 * The next messages of the inbox, newest first, cut at a whole second: `reached` has that precision, so a second
 * must not be split over two pages. A page whose messages share one second is extended by the next page.
 */
async function nextPage(
  ctx: RemoteContext,
  { mailbox_id: mailboxId, since, scan_position: until }: BackfillRow,
): Promise<{ messageIds: string[]; reached: Date | null; isLast: boolean }> {
  const found: InboxPage['messages'] = []
  for (let from: string | TimeRange = { since, until }; ; ) {
    const start = from
    const page: InboxPage = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.inbox.page(start))
    found.push(...page.messages)
    if (page.next === null) return { messageIds: idsOf(found), reached: until, isLast: true }
    const cut = secondOf(found.at(-1)?.receivedAt ?? null)
    const whole = found.filter(({ receivedAt }) => secondOf(receivedAt) !== cut)
    if (cut !== null && whole.length > 0) return { messageIds: idsOf(whole), reached: new Date(cut), isLast: false }
    from = page.next
  }
}

const idsOf = (messages: InboxPage['messages']): string[] => messages.map(({ id }) => id)
/** The start of the second, in ms since 1970. */
const secondOf = (at: Date | null): number | null => at && at.getTime() - at.getMilliseconds()
