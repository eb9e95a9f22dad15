import { usageMonth } from '../../../contract/limits.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import { withMailbox } from '../../mail/access-token.ts'
import type { InboxPage } from '../../vendors/graph.ts'
import { roomOf } from '../ledger/waiting-queries.ts'
import { stopAtLimit } from './stop-at-limit.ts'
import { type BackfillRow, changeState, countWaitingOf, feed, holdRunning, newestBackfill } from './backfill-queries.ts'

/** Little waits at a time: who cancels does not wait for thousands, and the month's limit is not run over. */
const waitingMost = 100

/**
 * Hands the next page of the inbox to the sorter, so long as little of the last one waits; ends the backfill where nothing is left. Each page
 * is written down together with where the next one begins, so that whoever takes over goes on from there.
 * @throws MailboxProblem or VendorError
 */
export async function feedBackfill(ctx: RemoteContext, mailboxId: string): Promise<void> {
  for (;;) {
    const backfill = await ctx.db.asService((tx) => newestBackfill(tx, mailboxId))
    if (backfill?.state !== 'running') return
    const { waiting, room } = await ctx.db.asService(async (tx) => ({
      waiting: await countWaitingOf(tx, backfill.id),
      room: await roomOf(tx, backfill.user_id, usageMonth(ctx.clock.now())),
    }))
    if (waiting >= waitingMost) return
    if (backfill.is_looked_through) {
      if (waiting === 0) await end(ctx, backfill)
      return
    }
    if (room <= waiting) {
      if (waiting === 0) await stopAtLimit(ctx, { id: mailboxId, user_id: backfill.user_id })
      return
    }
    if (!(await feedPage(ctx, backfill))) return
  }
}

async function end(ctx: Pick<Context, 'clock' | 'db'>, backfill: BackfillRow): Promise<void> {
  const { mailbox_id: mailboxId, user_id: userId } = backfill
  await ctx.db.asService(async (tx) => {
    if (await changeState(tx, mailboxId, { from: ['running'], to: 'done', now: ctx.clock.now() }))
      await tellPages(tx, userId, { type: 'backfill', mailboxId })
  })
}

/** @returns false where the person has said otherwise meanwhile */
async function feedPage(ctx: RemoteContext, backfill: BackfillRow): Promise<boolean> {
  const { mailbox_id: mailboxId, user_id: userId } = backfill
  const page = await nextPage(ctx, backfill)
  return ctx.db.asService(async (tx) => {
    const held = await holdRunning(tx, mailboxId)
    if (held?.id !== backfill.id || held.reached?.getTime() !== backfill.reached?.getTime()) return false
    await feed(tx, held, page, ctx.clock.now())
    await ctx.jobs.enqueue(tx, 'drain-mailbox', { mailboxId })
    await tellPages(tx, userId, { type: 'backfill', mailboxId })
    return true
  })
}

/**
 * The next piece of the inbox, newest first, in whole seconds: a page can end in the middle of one, which then begins the next piece. So each
 * mail is in one piece only. What holds nothing but a single second is followed on.
 */
async function nextPage(
  ctx: RemoteContext,
  { mailbox_id: mailboxId, since, reached: until }: BackfillRow,
): Promise<{ messageIds: string[]; reached: Date | null; isLast: boolean }> {
  const found: InboxPage['messages'] = []
  for (let from: { link: string } | { since: Date | null; until: Date | null } = { since, until }; ; ) {
    const start = from
    const page: InboxPage = await withMailbox(ctx, mailboxId, (graph, token) => graph.inboxPage(token, start))
    found.push(...page.messages)
    if (page.nextLink === null) return { messageIds: idsOf(found), reached: until, isLast: true }
    const cut = secondOf(found.at(-1)?.receivedAt ?? null)
    const whole = found.filter(({ receivedAt }) => secondOf(receivedAt) !== cut)
    if (cut !== null && whole.length > 0) return { messageIds: idsOf(whole), reached: new Date(cut), isLast: false }
    from = { link: page.nextLink }
  }
}

const idsOf = (messages: InboxPage['messages']): string[] => messages.map(({ id }) => id)
/** Its beginning, in ms since 1970. */
const secondOf = (at: Date | null): number | null => at && at.getTime() - at.getMilliseconds()
