import type { z } from 'zod'
import {
  type Backfill,
  type BackfillEstimate,
  SortExistingInput,
  SortExistingOutput,
} from '../../../contract/functions/sort-existing.ts'
import { usageMonth } from '../../../contract/limits.ts'
import { days, addMs } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { backfillWindowSeconds } from '../limits.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { mapMailboxFailure } from '../../mail/access/mailbox-failure.ts'
import { type MailboxRow, findOwnMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { hasPlans } from '../../shared/monthly-limit.ts'
import { remainingUsage } from '../log/monthly-usage-queries.ts'
import {
  changeBackfillState,
  countWaitingMessages,
  cancelWaitingMessages,
  languageModelShare,
  newestBackfill,
  insertBackfill,
  countOutcomes,
} from './backfill-queries.ts'

/** Measured against Outlook with four messages in parallel. */
const backfillMessagesPerMinute = 120
const backfillModelShareLookbackMs = 30 * 24 * 60 * 60_000

/** Backfill: sorts the mail that is in the inbox already, after all new mail. Automated actions do not run for it. */
export const sortExisting = functionRoute('sort-existing', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: SortExistingInput,
  output: SortExistingOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof SortExistingOutput>> {
    const at = { userId, mailboxId: input.mailboxId }
    const mailbox = (await ctx.db.asService((tx) => findOwnMailbox(tx, at))) ?? fail('mailbox_not_found')
    if (input.action === 'estimate') return { estimate: await estimate(ctx, mailbox, sinceOf(ctx, input.lastDays)) }
    if (input.action === 'start') await start(ctx, mailbox, sinceOf(ctx, input.lastDays))
    else if (input.action !== 'status') await change(ctx, mailbox, input.action)
    return { backfill: await ctx.db.asService((tx) => statusOf(ctx, tx, mailbox.id)) }
  },
})

const sinceOf = (ctx: Pick<Context, 'clock'>, lastDays: number | null): Date | null =>
  lastDays === null ? null : addMs(ctx.clock.now(), -days(lastDays))

const countIn = (ctx: RemoteContext, mailbox: MailboxRow, since: Date | null): Promise<number> =>
  mapMailboxFailure(() => withMailbox(ctx, mailbox.id, (mailbox) => mailbox.inbox.count(since)))

async function estimate(ctx: RemoteContext, mailbox: MailboxRow, since: Date | null): Promise<BackfillEstimate> {
  const mails = await countIn(ctx, mailbox, since)
  const now = ctx.clock.now()
  const counted = { userId: mailbox.user_id, month: usageMonth(now), hasPlans: hasPlans(ctx) }
  return ctx.db.asService(async (tx) => {
    const share =
      ctx.vendors.model && mailbox.ask_model
        ? await languageModelShare(tx, mailbox, addMs(now, -backfillModelShareLookbackMs))
        : 0
    return {
      mails,
      minutes: Math.ceil(mails / backfillMessagesPerMinute),
      room: await remainingUsage(tx, counted),
      modelQuestions: Math.round(mails * share),
    }
  })
}

async function start(ctx: RemoteContext, mailbox: MailboxRow, since: Date | null): Promise<void> {
  const { id: mailboxId, user_id: userId } = mailbox
  const total = await countIn(ctx, mailbox, since)
  await ctx.db.asService(async (tx) => {
    if (!(await insertBackfill(tx, { userId, mailboxId, since, total }, ctx.clock.now()))) fail('backfill_open')
    await wakeSorter(ctx, tx, mailbox)
  })
}

const changes = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused', 'limit'], to: 'running' },
  cancel: { from: ['running', 'paused', 'limit'], to: 'canceled' },
} as const

async function change(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs'>,
  mailbox: MailboxRow,
  action: keyof typeof changes,
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const { from, to } = changes[action]
    if (!(await changeBackfillState(tx, mailbox.id, { from, to, now: ctx.clock.now() }))) fail('backfill_not_open')
    if (action === 'cancel') await cancelWaitingMessages(tx, mailbox.id)
    await wakeSorter(ctx, tx, mailbox)
  })
}

async function wakeSorter(
  ctx: Pick<Context, 'jobs'>,
  tx: Tx,
  { id: mailboxId, user_id: userId }: MailboxRow,
): Promise<void> {
  await ctx.jobs.enqueue(tx, 'feed-backfill', { mailboxId })
  await ctx.jobs.enqueue(tx, 'drain-mailbox', { mailboxId })
  await publishLiveEvent(tx, userId, { type: 'backfill', mailboxId })
}

async function statusOf(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  mailboxId: string,
): Promise<z.input<typeof Backfill> | null> {
  const backfill = await newestBackfill(tx, mailboxId)
  if (!backfill) return null
  const { id, state, scanned_messages: scanned, started_at, ended_at } = backfill
  const now = ctx.clock.now()
  const { sorted, left, failed, recent } = await countOutcomes(tx, id, now)
  const waiting = await countWaitingMessages(tx, id)
  // The inbox may have grown since the start.
  const total = Math.max(backfill.total, scanned)
  const done = state === 'done' ? total : Math.max(scanned - waiting, 0)
  const secondsSorting = Math.min((now.getTime() - started_at.getTime()) / 1000, backfillWindowSeconds)
  const secondsLeft =
    state === 'running' && recent > 0 ? Math.ceil(((total - done) / recent) * Math.max(secondsSorting, 1)) : null
  return {
    id,
    state,
    total,
    done,
    sorted,
    left,
    failed,
    secondsLeft,
    startedAt: started_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }
}
