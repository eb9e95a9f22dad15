import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { tellPages } from '../db/live.ts'
import { mostTries } from './action-trouble.ts'
import { countTry, extendClaim, forgetTries, nextDueOf, postponeMail, removeMail, type Claim } from './claim-queries.ts'
import { endInOpen } from './conclude.ts'
import { stopFor } from './rights.ts'
import { beginRun, nextRun, type NextRun } from './run-queries.ts'
import { RunStopped } from './run-stopped.ts'

/** A run that may begin, and how often it has been tried with this one. */
export interface Begun {
  run: NextRun
  tries: { attempts: number; since: Date }
}

/** @throws RunStopped `lost` */
export function beginNext(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  claim: Claim,
): Promise<Begun | 'nothing_left' | 'waits' | 'ended'> {
  return ctx.db.asService(async (tx) => {
    if (!(await extendClaim(tx, claim))) throw new RunStopped('lost')
    const found = await nextRun(tx, claim.logId)
    if (!found) {
      await wakeNext(ctx, tx, await removeMail(tx, claim))
      return 'nothing_left'
    }
    const run = { ...found, rights: { ...found.rights, version: versionFor(found) } }
    const stop = stopFor(run.rights)
    if (stop === 'waits') return wait(ctx, tx, claim)
    if (stop !== null && stop !== 'lost') {
      await endInOpen(ctx, tx, run, stop)
      await forgetTries(tx, claim)
      return 'ended'
    }
    return tryOnce(ctx, tx, claim, run)
  })
}

/** A backlog goes on with the next mail at once, not with the next look: only so many of a mailbox are woken at a time. */
async function wakeNext(ctx: Pick<Context, 'clock' | 'jobs'>, tx: Tx, mailboxId: string | null): Promise<void> {
  const logId = mailboxId && (await nextDueOf(tx, mailboxId, ctx.clock.now()))
  if (logId) await ctx.jobs.enqueue(tx, 'run-actions', { logId })
}

/** As saved when it begins; one that has begun with another version must not be finished with this one. */
function versionFor({ progress, rights }: NextRun): number {
  return progress === null ? (rights.savedVersion ?? rights.version) : rights.version
}

/** Whoever lets it go on wakes it; meanwhile no time is counted. */
async function wait(ctx: Pick<Context, 'clock'>, tx: Tx, claim: Claim): Promise<'waits'> {
  await forgetTries(tx, claim)
  await postponeMail(tx, claim, { until: ctx.clock.now(), countTry: true })
  return 'waits'
}

async function tryOnce(
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  claim: Claim,
  run: NextRun,
): Promise<Begun | 'ended'> {
  const { runId, userId, mailboxId, logId, rights } = run
  const tries = await countTry(tx, claim, ctx.clock.now())
  if (!tries) throw new RunStopped('lost')
  if (tries.attempts > mostTries) {
    await endInOpen(ctx, tx, run, { status: 'failed', reason: 'gave_up' })
    await forgetTries(tx, claim)
    return 'ended'
  }
  await beginRun(tx, runId, rights.version)
  await tellPages(tx, userId, { type: 'log', mailboxId, logId, status: 'processed' })
  return { run, tries }
}
