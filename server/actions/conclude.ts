import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { tellPages } from '../db/live.ts'
import { ringBell } from '../db/notifications.ts'
import { nextTry, troubleWith } from './action-trouble.ts'
import type { Begun } from './begin-next.ts'
import { quietFailures } from './bell-queries.ts'
import { forgetTries, postponeMail, type Claim } from './claim-queries.ts'
import { endRun, type NextRun, type RunEnd } from './run-queries.ts'
import { RunStopped } from './run-stopped.ts'
import { shownEffects } from './shown-effects.ts'

const noteMax = 1000

/** Ends a run, where its worker still has the mail. @throws RunStopped `lost` */
export async function conclude(
  ctx: Pick<Context, 'clock' | 'db' | 'events'>,
  claim: Claim,
  run: NextRun,
  ending: RunEnd,
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    if (!(await forgetTries(tx, claim))) throw new RunStopped('lost')
    await endInOpen(ctx, tx, run, ending)
  })
}

/** The same within a transaction that is open already and holds the mail. What failed rings the bell, once a mailbox and day; what goes well at last quiets it. */
export async function endInOpen(
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  run: NextRun,
  ending: RunEnd,
): Promise<void> {
  const { runId, userId, mailboxId, logId } = run
  const now = ctx.clock.now()
  const { status, reason } = ending
  const bounded = { ...ending, note: ending.note?.slice(0, noteMax) ?? null }
  if (ending.effects) bounded.effects = shownEffects(ending.effects)
  await endRun(tx, runId, bounded, now)
  await tellPages(tx, userId, { type: 'log', mailboxId, logId, status: 'processed' })
  if (status === 'failed') {
    const key = `${mailboxId}/${now.toISOString().slice(0, 10)}`
    await ringBell(tx, { userId, kind: 'action_failed', key, mailboxId, now })
  } else await quietFailures(tx, { userId, mailboxId, now })
  ctx.events.actionEnded({ mailboxId, runId, type: run.type, status, reason })
}

/** @returns whether there may be more to do now */
export async function handleTrouble(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  claim: Claim,
  { run, tries }: Begun,
  error: unknown,
) {
  const { mailboxId, runId } = run
  const trouble = troubleWith(error)
  const end = (ending: RunEnd) => conclude(ctx, claim, run, ending)
  if (trouble.kind === 'stopped') {
    if (trouble.stop === 'lost') throw new RunStopped('lost')
    if (trouble.stop !== 'waits') {
      await end(trouble.stop)
      return true
    }
    await letLie(ctx, claim)
    return false
  }
  if (trouble.kind === 'again' && trouble.unexpected) ctx.events.backgroundError({ part: 'actions', error })
  if (trouble.kind === 'failed') {
    await end({ status: 'failed', reason: trouble.reason })
    return true
  }
  const until = nextTry(ctx.clock.now(), tries, trouble, Math.random())
  if (until === 'gave_up') {
    await end({ status: 'failed', reason: 'gave_up' })
    return true
  }
  await ctx.db.asService(async (tx) => {
    if (!(await postponeMail(tx, claim, { until, countTry: trouble.countTry }))) throw new RunStopped('lost')
    await ctx.jobs.enqueue(tx, 'run-actions', { logId: run.logId }, { after: until })
  })
  ctx.events.actionDelayed({ mailboxId, runId, attempts: tries.attempts, vendorStatus: trouble.vendorStatus })
  return false
}

/** Paused or stopped in the middle: whoever lets it go on wakes it, and no time is counted meanwhile. */
async function letLie(ctx: Pick<Context, 'clock' | 'db'>, claim: Claim): Promise<void> {
  await ctx.db.asService(async (tx) => {
    await forgetTries(tx, claim)
    await postponeMail(tx, claim, { until: ctx.clock.now(), countTry: true })
  })
}
