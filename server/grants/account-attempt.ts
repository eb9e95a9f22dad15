import { addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import { accountProbeMs, outageMinFailures } from '../limits.ts'
import { afterFailure, type Pause } from '../outages/back-off.ts'
import { failureScope, isErrorOf } from '../outages/failure-scope.ts'
import { pausedCode, VendorError } from '../vendors/http/vendor-error.ts'
import type { Grant, GrantRow } from './grant.ts'

/** A call for an account, from the row that admitted it to its outcome. */
export interface Attempt<Row> {
  row: Row
  /** Until when this call is the only one of the account; null where it has no outage. */
  claimedUntil: Date | null
}

/**
 * @param known the grant's row where the caller has just read it; null where there is none
 * @throws where no call may be made now
 */
export async function beginAttempt<Row extends GrantRow>(
  ctx: Pick<Context, 'clock' | 'db'>,
  grant: Grant<Row>,
  known?: Row | null,
): Promise<Attempt<Row>> {
  const [row] =
    known === undefined ? await ctx.db.asService((tx, sendLast) => sendLast(() => [grant.load(tx, false)])) : [known]
  if (!row) throw grant.unusable('missing')
  if (grant.needsSignIn(row)) throw grant.unusable('needs_sign_in')
  grant.requireAllowed?.(row)
  const waitMs = row.paused_until.getTime() - ctx.clock.now().getTime()
  if (waitMs > 0) throw pausedError(grant, row.consecutive_failures, waitMs)
  return { row, claimedUntil: null }
}

/**
 * In an outage of the account, one call at a time is made for it over all nodes: the end of a pause must not release
 * everything that waits.
 */
export async function claimAttempt<Row extends GrantRow>(
  ctx: Pick<Context, 'clock' | 'db'>,
  grant: Grant<Row>,
  attempt: Attempt<Row>,
): Promise<void> {
  const { consecutive_failures: seen } = attempt.row
  if (seen < outageMinFailures) return
  const now = ctx.clock.now()
  const claimedUntil = addMs(now, accountProbeMs)
  const other = await ctx.db.asService(async (tx) => {
    const current = await grant.lockPause(tx)
    if (!current) return null
    if (freeAt(current) > now) return current
    await grant.savePause(tx, { probe_claimed_until: claimedUntil })
    return null
  })
  if (other) throw pausedError(grant, other.consecutive_failures, freeAt(other).getTime() - now.getTime())
  attempt.claimedUntil = claimedUntil
}

const freeAt = ({ paused_until, probe_claimed_until }: Pause): Date =>
  probe_claimed_until && probe_claimed_until > paused_until ? probe_claimed_until : paused_until

/** Runs a call and records what its outcome says about the account as a whole. */
export async function recordOutcome<Row extends GrantRow, T>(
  ctx: Pick<Context, 'clock' | 'db' | 'events' | 'random'>,
  grant: Grant<Row>,
  attempt: Attempt<Row>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work()
    await endClaim(ctx, grant, attempt, 'responded').catch(reportOf(ctx))
    return result
  } catch (error) {
    await recordFailure(ctx, grant, attempt, error).catch(reportOf(ctx))
    throw error
  }
}

/** The bookkeeping of a call must not replace its outcome: a claim ends by itself after `accountProbeMs`. */
const reportOf =
  ({ events }: Pick<Context, 'events'>) =>
  (error: unknown): void =>
    events.backgroundError({ part: 'outages', error })

async function recordFailure<Row extends GrantRow>(
  ctx: Pick<Context, 'clock' | 'db' | 'random'>,
  grant: Grant<Row>,
  attempt: Attempt<Row>,
  error: unknown,
): Promise<void> {
  const scope = failureScope(error)
  // An outage of the provider pauses no account: all of them resume with its first response.
  const { calls, tokens } = grant.providers
  const isOwn = error instanceof VendorError && (isErrorOf(error, calls) || isErrorOf(error, tokens))
  if (!isOwn || error.code === pausedCode || error.outage === 'provider')
    return endClaim(ctx, grant, attempt, 'unknown')
  if (scope === 'request') return endClaim(ctx, grant, attempt, 'responded')
  const now = ctx.clock.now()
  const seen = attempt.row.consecutive_failures
  const failures = await ctx.db.asService(async (tx) => {
    const current = await grant.lockPause(tx)
    if (!current) return 0
    const next = afterFailure(current, { seen, error, now, random: ctx.random() })
    await grant.savePause(tx, { ...next, ...withoutClaim(current, attempt) })
    return next.consecutive_failures
  })
  // A refusal of our registration by one tenant is no failure of the message.
  if (failures >= outageMinFailures || !error.transient) error.outage ??= 'account'
}

/**
 * Ends the attempt without a failure.
 * @param outcome `unknown`: the call was not made, or says nothing about the account
 */
async function endClaim<Row extends GrantRow>(
  ctx: Pick<Context, 'clock' | 'db'>,
  grant: Grant<Row>,
  attempt: Attempt<Row>,
  outcome: 'responded' | 'unknown',
): Promise<void> {
  const { row, claimedUntil } = attempt
  if (!claimedUntil && (outcome === 'unknown' || row.consecutive_failures === 0)) return
  await ctx.db.asService(async (tx) => {
    const current = await grant.lockPause(tx)
    if (!current) return
    const hasResponded = outcome === 'responded' && current.consecutive_failures === row.consecutive_failures
    await grant.savePause(tx, {
      consecutive_failures: hasResponded ? 0 : current.consecutive_failures,
      ...withoutClaim(current, attempt),
    })
  })
}

/** Another call may have claimed the right to try meanwhile. */
const withoutClaim = (
  current: Pause,
  { claimedUntil }: Attempt<GrantRow>,
): Pick<Pause, 'probe_claimed_until'> | null =>
  claimedUntil?.getTime() === current.probe_claimed_until?.getTime() ? { probe_claimed_until: null } : null

function pausedError<Row extends GrantRow>(grant: Grant<Row>, failures: number, waitMs: number): VendorError {
  const error = grant.paused(waitMs)
  if (failures >= outageMinFailures) error.outage = 'account'
  return error
}
