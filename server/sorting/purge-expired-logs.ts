import { deleteAutomaticEmailsBefore } from '../actions/automatic-emails/automatic-email-queries.ts'
import { redactRunsBefore, deleteStoredAttachmentsBefore } from '../actions/runs/retention-queries.ts'
import { deleteUnansweredAddresses } from '../actions/forward-addresses/forward-address-queries.ts'
import { days, addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { deleteVanishedBefore } from '../mail/imap/message-queries.ts'
import { deleteFollowUpsBefore } from '../mail/people/follow-up-queries.ts'
import { deleteModelUsageBefore } from '../shared/language-model-usage.ts'
import { forwardAnswerMs, tidyUpUndoMs } from '../limits.ts'
import { deleteModelAnswersBefore } from './language-model/model-answer-queries.ts'
import { deletePressesBefore } from './tidy-up/press-queries.ts'
import { redactLogsBefore } from './log/processing-log-queries.ts'
import { deleteSenderDaysBefore } from './senders/sender-scan-queries.ts'

const purgeBatchSize = 2000
const followUpRetentionMs = days(60)
const modelAnswerRetentionMs = 30 * 24 * 60 * 60_000
const modelUsageRetentionMs = 365 * 24 * 60 * 60_000
const vanishedMessageRetentionMs = 90 * 24 * 60 * 60_000
const unconfirmedForwardAddressRetentionMs = 30 * 24 * 60 * 60_000
/** Thirteen months: a year, and what is read again. */
const senderDaysRetentionMs = 396 * 24 * 60 * 60_000

/**
 * Removes what senders wrote from the processing log and from action runs after the retention period; status,
 * folder and reason stay. Also deletes old answers and usage of language models, hashes of forwards,
 * forward addresses that were never confirmed, presses of Tidy up, places of IMAP emails that have vanished, counts
 * of senders, and what has waited long for an answer.
 */
export async function purgeExpiredLogs(ctx: Pick<Context, 'config' | 'clock' | 'db'>): Promise<void> {
  const retentionMs = days(ctx.config.logRetentionDays)
  await purgeInBatches(ctx, retentionMs, redactLogsBefore)
  await purgeInBatches(ctx, retentionMs, redactRunsBefore)
  await purgeInBatches(ctx, retentionMs, deleteStoredAttachmentsBefore)
  await purgeInBatches(ctx, forwardAnswerMs, deleteAutomaticEmailsBefore)
  await purgeInBatches(ctx, unconfirmedForwardAddressRetentionMs, deleteUnansweredAddresses)
  await purgeInBatches(ctx, modelAnswerRetentionMs, deleteModelAnswersBefore)
  await purgeInBatches(ctx, modelUsageRetentionMs, deleteModelUsageBefore)
  await purgeInBatches(ctx, 2 * tidyUpUndoMs, deletePressesBefore)
  await purgeInBatches(ctx, vanishedMessageRetentionMs, deleteVanishedBefore)
  await purgeInBatches(ctx, senderDaysRetentionMs, deleteSenderDaysBefore)
  await purgeInBatches(ctx, followUpRetentionMs, deleteFollowUpsBefore)
}

/** Small transactions, so that no lock is held for long. */
async function purgeInBatches(
  ctx: Pick<Context, 'clock' | 'db'>,
  retentionMs: number,
  purge: (tx: Tx, before: Date, limit: number) => Promise<number>,
): Promise<void> {
  const before = addMs(ctx.clock.now(), -retentionMs)
  while ((await ctx.db.asService((tx) => purge(tx, before, purgeBatchSize))) === purgeBatchSize);
}
