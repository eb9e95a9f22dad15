import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { scheduleRelearning } from './schedule-relearning.ts'
import { undoInPresses, updatePressCorrections, retractTaughtExamples } from './taught-in-press-queries.ts'

/** Retracts what a press has taught about emails that are undone. The transaction has locked the mailbox. */
export async function retractTaught(
  ctx: Pick<Context, 'jobs'>,
  tx: Tx,
  { mailboxId, pressId }: { mailboxId: string; pressId: string },
): Promise<void> {
  if (await retractTaughtExamples(tx, mailboxId, pressId)) await scheduleRelearning(ctx, tx, mailboxId)
  await updatePressCorrections(tx, mailboxId, pressId)
}

/** Retracts what presses that move an email have taught about it: the user has returned it to the inbox. */
export async function retractTaughtByEmail(
  ctx: Pick<Context, 'jobs'>,
  tx: Tx,
  { mailboxId, userId, logId }: { mailboxId: string; userId: string; logId: string },
): Promise<void> {
  const pressIds = await undoInPresses(tx, logId)
  for (const pressId of pressIds) await retractTaught(ctx, tx, { mailboxId, pressId })
  if (pressIds.length > 0) await publishLiveEvent(tx, userId, { type: 'tidy-up', mailboxId })
}
