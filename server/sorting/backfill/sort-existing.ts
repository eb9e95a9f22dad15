import type { z } from 'zod'
import {
  type Backfill,
  type BackfillEstimate,
  SortExistingInput,
  SortExistingOutput,
} from '../../../contract/functions/sort-existing.ts'
import { usageMonth } from '../../../contract/limits.ts'
import { days, later } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tellPages } from '../../db/live.ts'
import { fail } from '../../errors.ts'
import { fn, perUser } from '../../http/route.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { orOutlookFailure } from '../../mail/outlook-failure.ts'
import { type MailboxRow, mailboxOf } from '../../mail/queries.ts'
import { roomOf } from '../ledger/waiting-queries.ts'
import {
  changeState,
  countWaitingOf,
  dropWaiting,
  modelShareOf,
  newestBackfill,
  openBackfill,
  outcomesOf,
  paceSeconds,
} from './backfill-queries.ts'

/** Four at a time, each some calls of Outlook: what was seen with the real service's usual answers. */
const mailsPerMinute = 120
const modelLooksBackMs = days(30)

/** Sorts mail that lies in the inbox already. It goes the way of every mail, after all new mail; automated actions do not run for it. */
export const sortExisting = fn('sort-existing', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: SortExistingInput,
  output: SortExistingOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof SortExistingOutput>> {
    const at = { userId, mailboxId: input.mailboxId }
    const mailbox = (await ctx.db.asService((tx) => mailboxOf(tx, at))) ?? fail('mailbox_not_found')
    if (input.action === 'estimate') return { estimate: await estimate(ctx, mailbox, sinceOf(ctx, input.lastDays)) }
    if (input.action === 'start') await start(ctx, mailbox, sinceOf(ctx, input.lastDays))
    else if (input.action !== 'status') await change(ctx, mailbox, input.action)
    return { backfill: await ctx.db.asService((tx) => asShown(ctx, tx, mailbox.id)) }
  },
})

const sinceOf = (ctx: Pick<Context, 'clock'>, lastDays: number | null): Date | null =>
  lastDays === null ? null : later(ctx.clock.now(), -days(lastDays))

const countIn = (ctx: RemoteContext, mailbox: MailboxRow, since: Date | null): Promise<number> =>
  orOutlookFailure(() => withMailbox(ctx, mailbox.id, (graph, token) => graph.inboxCount(token, since)))

async function estimate(ctx: RemoteContext, mailbox: MailboxRow, since: Date | null): Promise<BackfillEstimate> {
  const mails = await countIn(ctx, mailbox, since)
  const now = ctx.clock.now()
  return ctx.db.asService(async (tx) => {
    const share =
      ctx.vendors.model && mailbox.ask_model ? await modelShareOf(tx, mailbox.id, later(now, -modelLooksBackMs)) : 0
    return {
      mails,
      minutes: Math.ceil(mails / mailsPerMinute),
      room: await roomOf(tx, mailbox.user_id, usageMonth(now)),
      modelQuestions: Math.round(mails * share),
    }
  })
}

async function start(ctx: RemoteContext, mailbox: MailboxRow, since: Date | null): Promise<void> {
  const { id: mailboxId, user_id: userId } = mailbox
  const total = await countIn(ctx, mailbox, since)
  await ctx.db.asService(async (tx) => {
    if (!(await openBackfill(tx, { userId, mailboxId, since, total }, ctx.clock.now()))) fail('backfill_open')
    await goOn(ctx, tx, mailbox)
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
    if (!(await changeState(tx, mailbox.id, { from, to, now: ctx.clock.now() }))) fail('backfill_not_open')
    if (action === 'cancel') await dropWaiting(tx, mailbox.id)
    await goOn(ctx, tx, mailbox)
  })
}

async function goOn(ctx: Pick<Context, 'jobs'>, tx: Tx, { id: mailboxId, user_id: userId }: MailboxRow): Promise<void> {
  await ctx.jobs.enqueue(tx, 'feed-backfill', { mailboxId })
  await ctx.jobs.enqueue(tx, 'drain-mailbox', { mailboxId })
  await tellPages(tx, userId, { type: 'backfill', mailboxId })
}

async function asShown(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  mailboxId: string,
): Promise<z.input<typeof Backfill> | null> {
  const backfill = await newestBackfill(tx, mailboxId)
  if (!backfill) return null
  const { id, state, looked_through: looked, started_at, ended_at } = backfill
  const { sorted, left, failed, lately } = await outcomesOf(tx, id, ctx.clock.now())
  const waiting = await countWaitingOf(tx, id)
  // The inbox changes meanwhile: what was counted at the beginning is no bound.
  const total = Math.max(backfill.total, looked)
  const done = state === 'done' ? total : Math.max(looked - waiting, 0)
  const secondsLeft = state === 'running' && lately > 0 ? Math.ceil(((total - done) / lately) * paceSeconds) : null
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
