import { forgetRunsBefore, forgetStoredBefore } from '../actions/forget-queries.ts'
import { forgetUnanswered } from '../actions/forward-addresses/queries.ts'
import { days, later } from '../clock.ts'
import type { Context } from '../context.ts'
import { forgetMailBefore } from './ledger/ledger-queries.ts'
import { forgetAnswersBefore } from './second-opinion/model-answer-queries.ts'

/** Rows in one transaction: few enough to hold nobody up. */
const batch = 2000
/** Mail that comes again comes soon; folders and their instructions change. */
const answersKeptMs = days(30)
/** Links to agree by work for a week; whoever has not answered by then is not ours to keep. */
const unansweredKeptMs = days(30)

/**
 * The history keeps what strangers wrote only so long (decision 15); that a mail was sorted, where and why, and what was done about it
 * stays. Addresses that were asked whether mail may be forwarded there, and never answered, go too.
 */
export async function forgetOldMail(ctx: Pick<Context, 'config' | 'clock' | 'db'>): Promise<void> {
  const before = later(ctx.clock.now(), -days(ctx.config.logRetentionDays))
  while ((await ctx.db.asService((tx) => forgetMailBefore(tx, before, batch))) === batch);
  while ((await ctx.db.asService((tx) => forgetRunsBefore(tx, before, batch))) === batch);
  while ((await ctx.db.asService((tx) => forgetStoredBefore(tx, before, batch))) === batch);
  const unansweredBefore = later(ctx.clock.now(), -unansweredKeptMs)
  while ((await ctx.db.asService((tx) => forgetUnanswered(tx, unansweredBefore, batch))) === batch);
  const answersBefore = later(ctx.clock.now(), -answersKeptMs)
  while ((await ctx.db.asService((tx) => forgetAnswersBefore(tx, answersBefore, batch))) === batch);
}
