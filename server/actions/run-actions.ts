import type { Context } from '../context.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { claimMail, dueMails, type Claim } from './claim-queries.ts'
import { beginNext } from './begin-next.ts'
import { conclude, handleTrouble } from './conclude.ts'
import { RunStopped } from './run-stopped.ts'
import { startRun } from './start-run.ts'

/**
 * The wake-up job of one mail: runs its folder's actions in order, each to its end before the next begins (invariant I11). Whatever has to
 * wait lies in its row until its time has come.
 */
export async function runActions(ctx: Context, { logId }: JobPayload<'run-actions'>): Promise<void> {
  const claim = await ctx.db.asService((tx) => claimMail(tx, logId, ctx.clock.now()))
  if (!claim) return
  try {
    while (await goOn(ctx, claim));
  } catch (error) {
    if (error instanceof RunStopped && error.stop === 'lost') return
    throw error
  }
}

/** @returns whether there may be more to do now */
async function goOn(ctx: Context, claim: Claim): Promise<boolean> {
  const next = await beginNext(ctx, claim)
  if (next === 'nothing_left' || next === 'waits') return false
  if (next === 'ended') return true
  try {
    await conclude(ctx, claim, next.run, await startRun(ctx, claim, next.run))
    return true
  } catch (error) {
    return handleTrouble(ctx, claim, next, error)
  }
}

/** Every minute: wakes the mails whose time has come. It asks the rows, so what was lost with a worker is found. */
export async function lookAfterActions(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const due = await dueMails(tx, ctx.clock.now())
    await ctx.jobs.enqueueAll(
      tx,
      'run-actions',
      due.toSorted().map((logId) => ({ logId })),
    )
  })
}
