import { addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { accountProbeMs } from '../limits.ts'
import { OutageError, PausedError, VendorError } from '../vendors/http/vendor-error.ts'
import { afterFailure, type Pause } from './back-off.ts'
import { outageMinFailures } from './limits.ts'
import { callProvider, reportTo } from './call-provider.ts'
import { failureScope, isErrorOf } from './failure-scope.ts'
import type { ProviderState } from './queries.ts'

export interface AccountRow extends Pause {
  provider_state: ProviderState
}

/** An account at a provider: a mailbox, or a user's connection. */
export interface Account<Row extends AccountRow> {
  /** Identifies the account at its provider. */
  key: string
  /** Circuit breakers: of the provider's API, and of its token endpoint where it has one. */
  breakers: { calls: string; tokens: string | null }
  /** @param lock locks the row until the transaction ends */
  load(tx: Tx, lock: boolean): Promise<Row | null>
  /** The provider has refused the sign-in: no call is made until the user signs in again. */
  needsSignIn(row: Row): boolean
  /** @throws where calls are stopped for a reason other than a pause */
  requireAllowed?(row: Row): void
  /** Locks the account's schedule until the transaction ends. */
  lockPause(tx: Tx): Promise<Pause | null>
  savePause(tx: Tx, change: Partial<Pause>): Promise<void>
  unusable(reason: 'missing' | 'needs_sign_in', cause?: unknown): Error
}

type AccountContext = Pick<Context, 'clock' | 'db' | 'events' | 'jobs' | 'random'>

/** Makes one call within the circuit breaker of the account's provider. */
type CallWithin = <T>(call: () => Promise<T>) => Promise<T>

/**
 * Works for an account within its schedule and within the breaker of its provider.
 * @param work makes its calls by its second argument
 * @param known as for `admitCall`
 * @throws OutageError, PausedError, or what `work` throws
 */
export async function callAccount<Row extends AccountRow, T>(
  ctx: AccountContext,
  account: Account<Row>,
  work: (row: Row, within: CallWithin) => Promise<T>,
  known?: Row | null,
): Promise<T> {
  const row = await admitCall(ctx, account, known)
  const at = { provider: account.breakers.calls, subject: account.key, state: row.provider_state }
  return attemptCall(ctx, account, row, () => work(row, (call) => callProvider(ctx, at, call)))
}

/**
 * @param known the account's row where the caller has just read it; null where there is none
 * @throws where no call may be made now
 */
export async function admitCall<Row extends AccountRow>(
  ctx: Pick<Context, 'clock' | 'db'>,
  account: Account<Row>,
  known?: Row | null,
): Promise<Row> {
  const [row] =
    known === undefined ? await ctx.db.asService((tx, sendLast) => sendLast(() => [account.load(tx, false)])) : [known]
  if (!row) throw account.unusable('missing')
  if (account.needsSignIn(row)) throw account.unusable('needs_sign_in')
  account.requireAllowed?.(row)
  const waitMs = row.paused_until.getTime() - ctx.clock.now().getTime()
  if (waitMs > 0) throw pausedError(account, row.consecutive_failures, waitMs)
  return row
}

/**
 * Runs the work of an admitted call, and records what its outcome says about the account as a whole.
 * @throws OutageError in place of a failure within an outage
 */
export async function attemptCall<Row extends AccountRow, T>(
  ctx: Pick<Context, 'clock' | 'db' | 'events' | 'random'>,
  account: Account<Row>,
  row: Row,
  work: () => Promise<T>,
): Promise<T> {
  const claimedUntil = await claimAccountProbe(ctx, account, row)
  const admission = { seen: row.consecutive_failures, claimedUntil }
  let result: T
  try {
    result = await work()
  } catch (error) {
    throw (await recordFailure(ctx, account, admission, error).catch(reportTo(ctx))) ?? error
  }
  await endClaim(ctx, account, admission, 'responded').catch(reportTo(ctx))
  return result
}

/** `seen`: failures when the call was admitted. `claimedUntil`: null where others may call the account as well. */
interface Admission {
  seen: number
  claimedUntil: Date | null
}

/**
 * In an outage of the account, one call at a time is made for it over all nodes: the end of a pause must not release
 * everything that waits.
 * @returns until when this call is the only one of the account; null where it has no outage
 */
async function claimAccountProbe<Row extends AccountRow>(
  ctx: Pick<Context, 'clock' | 'db'>,
  account: Account<Row>,
  row: Row,
): Promise<Date | null> {
  if (row.consecutive_failures < outageMinFailures) return null
  const now = ctx.clock.now()
  const claimedUntil = addMs(now, accountProbeMs)
  const other = await ctx.db.asService(async (tx) => {
    const current = await account.lockPause(tx)
    if (!current) return null
    if (freeAt(current) > now) return current
    await account.savePause(tx, { probe_claimed_until: claimedUntil })
    return null
  })
  if (other) throw pausedError(account, other.consecutive_failures, freeAt(other).getTime() - now.getTime())
  return claimedUntil
}

const freeAt = ({ paused_until, probe_claimed_until }: Pause): Date =>
  probe_claimed_until && probe_claimed_until > paused_until ? probe_claimed_until : paused_until

/** @returns the error to throw where the account has an outage; null where the failure is that of the call */
async function recordFailure<Row extends AccountRow>(
  ctx: Pick<Context, 'clock' | 'db' | 'random'>,
  account: Account<Row>,
  admission: Admission,
  error: unknown,
): Promise<OutageError | null> {
  const { calls, tokens } = account.breakers
  const isOwn =
    error instanceof VendorError && (isErrorOf(error, calls) || (tokens !== null && isErrorOf(error, tokens)))
  // An outage of the provider pauses no account: all of them resume with its first response.
  if (!isOwn || error instanceof PausedError || error.outage === 'provider') {
    await endClaim(ctx, account, admission, 'unknown')
    return null
  }
  if (failureScope(error) === 'request') {
    await endClaim(ctx, account, admission, 'responded')
    return null
  }
  const now = ctx.clock.now()
  const failures = await ctx.db.asService(async (tx) => {
    const current = await account.lockPause(tx)
    if (!current) return 0
    const next = afterFailure(current, { seen: admission.seen, error, now, random: ctx.random() })
    await account.savePause(tx, { ...next, ...withoutClaim(current, admission) })
    return next.consecutive_failures
  })
  // A refusal of our registration by one tenant is no failure of the message.
  return failures >= outageMinFailures || !error.transient ? new OutageError('account', error) : null
}

/**
 * Ends the attempt without a failure.
 * @param outcome `unknown`: the call was not made, or says nothing about the account
 */
async function endClaim<Row extends AccountRow>(
  ctx: Pick<Context, 'clock' | 'db'>,
  account: Account<Row>,
  admission: Admission,
  outcome: 'responded' | 'unknown',
): Promise<void> {
  const { seen, claimedUntil } = admission
  if (!claimedUntil && (outcome === 'unknown' || seen === 0)) return
  await ctx.db.asService(async (tx) => {
    const current = await account.lockPause(tx)
    if (!current) return
    const hasResponded = outcome === 'responded' && current.consecutive_failures === seen
    await account.savePause(tx, {
      consecutive_failures: hasResponded ? 0 : current.consecutive_failures,
      ...withoutClaim(current, admission),
    })
  })
}

/** Another call may have claimed the right to try meanwhile. */
const withoutClaim = (current: Pause, { claimedUntil }: Admission): Pick<Pause, 'probe_claimed_until'> | null =>
  claimedUntil?.getTime() === current.probe_claimed_until?.getTime() ? { probe_claimed_until: null } : null

const pausedError = <Row extends AccountRow>(account: Account<Row>, failures: number, waitMs: number): PausedError =>
  new PausedError(account.breakers.calls, waitMs, failures >= outageMinFailures ? 'account' : null)
