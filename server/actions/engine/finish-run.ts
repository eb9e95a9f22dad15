import type { Context } from '../../context.ts'
import { commitWithoutWaiting } from '../../db/asynchronous-commit.ts'
import { notNeeded, responsesTo, type Tx } from '../../db/database.ts'
import { failedActionKey } from '../../shared/failed-action-key.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { createNotification } from '../../shared/notifications.ts'
import { timeZoneOf } from '../../shared/user-time-zones.ts'
import { runNoteMaxLength } from '../limits.ts'
import { resolveFailedActionNotifications } from './failed-action-notification-queries.ts'
import { resetAttempts, type MessageClaim } from './pending-message-queries.ts'
import { saveRunResult, type NextRun, type PartialRunResult } from './action-run-queries.ts'
import { RunStopped } from '../runner/run-stopped.ts'
import { sanitizeEffects } from '../runner/sanitize-effects.ts'
import type { RunReason } from '../../../contract/action-runs.ts'
import { fileProviderOf } from '../../../contract/actions.ts'
import type { RunAccount } from '../../shared/blocked-runs.ts'

const serviceReasons: readonly RunReason[] = ['not_connected', 'connection_needs_sign_in', 'permission_missing']

/**
 * The account that the user has to sign in to before a failed run can succeed; null where the failure has another
 * cause. For failures that do not name the account themselves, as the errors of calls do.
 */
function blockingAccount(type: string, reason: RunReason): RunAccount | null {
  if (reason === 'mailbox_needs_sign_in' || reason === 'sending_not_allowed') return 'mailbox'
  if (!serviceReasons.includes(reason)) return null
  return fileProviderOf(type)
}

/**
 * Saves a run's result if this worker still has the message. A worker that finds it lost looks for the effect first.
 * @throws RunStopped `claim_lost` */
export async function finishRun(
  ctx: Pick<Context, 'clock' | 'db' | 'events'>,
  claim: MessageClaim,
  run: NextRun,
  result: PartialRunResult,
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    // The notification of a failure refers to a user, who may be gone with the claim.
    if (result.status === 'failed' && !(await resetAttempts(tx, claim))) throw new RunStopped('claim_lost')
    const [isHeld] = await responsesTo([
      resetAttempts(tx, claim),
      saveOutcome(ctx, tx, run, result),
      commitWithoutWaiting(tx),
    ])
    if (!isHeld) throw new RunStopped('claim_lost')
  })
  reportOutcome(ctx, run, result)
}

/** Same, within an open transaction that has locked the message. */
export async function finishRunInTransaction(
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  run: NextRun,
  result: PartialRunResult,
): Promise<void> {
  await saveOutcome(ctx, tx, run, result)
  reportOutcome(ctx, run, result)
}

/**
 * A failed run creates one notification a mailbox and day of the user; a later success resolves it. The hourly
 * limit has a notification of its own.
 */
async function saveOutcome(ctx: Pick<Context, 'clock'>, tx: Tx, run: NextRun, result: PartialRunResult): Promise<void> {
  const { runId, userId, mailboxId, logId } = run
  const now = ctx.clock.now()
  const { status, reason } = result
  const bounded = { ...result, note: result.note?.slice(0, runNoteMaxLength) ?? null }
  if (result.effects) bounded.effects = sanitizeEffects(result.effects)
  const by = status === 'failed' ? (result.blockedBy ?? blockingAccount(run.type, reason)) : null
  const blocked = by && { by, signInId: run.signIns[by] ?? null }
  const isNotified = status === 'failed' && reason !== 'hourly_limit'
  const key = isNotified ? failedActionKey(mailboxId, now, await timeZoneOf(tx, userId)) : null
  await responsesTo([
    saveRunResult(tx, runId, bounded, { now, blocked }),
    publishLiveEvent(tx, userId, { type: 'log', mailboxId, logId, status: 'processed' }),
    key !== null
      ? createNotification(tx, { userId, kind: 'action_failed', key, mailboxId, now })
      : reason === 'hourly_limit'
        ? notNeeded
        : resolveFailedActionNotifications(tx, { userId, mailboxId, now }),
  ])
}

function reportOutcome(
  { events }: Pick<Context, 'events'>,
  { mailboxId, runId, type }: NextRun,
  { status, reason }: PartialRunResult,
): void {
  events.actionFinished({ mailboxId, runId, type, status, reason })
}
