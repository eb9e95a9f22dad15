import type { Context } from '../context.ts'
import { OutageError, PausedError, VendorError } from '../vendors/http/vendor-error.ts'
import { afterProviderFailure } from './breaker-state.ts'
import { failureScope, isDown, isErrorOf, type FailureScope } from './failure-scope.ts'
import {
  claimProbe,
  deleteBreaker,
  findNextProbe,
  findProviderState,
  lockBreaker,
  saveBreaker,
  type ProviderState,
} from './queries.ts'

/**
 * Entra does not know our registration for one account, and no other account has valid tokens: how long before it is
 * taken for the registration. After a downtime others have none either, and refresh theirs within this time.
 */
export const unknownAppSuspicionMs = 60_000

type OutageContext = Pick<Context, 'clock' | 'db' | 'events' | 'jobs'>

interface ProviderCall {
  /** Names the circuit breaker: a provider, or its token endpoint. */
  provider: string
  /** The account of the call: several accounts that fail open the breaker. */
  subject: string
  /** A user waits for this call: it is made while the breaker is open as well. */
  isRequestedByUser?: boolean
  /** Whether another account has access tokens of this provider that are still valid. */
  areOthersAccepted?: () => Promise<boolean>
  /** The state of the breaker where the caller has read it already. */
  state?: ProviderState
}

/** `probeStartedAt`: the breaker was open when it admitted the call. */
type Admission = { state: 'closed' | 'suspected' } | { state: 'open'; probeStartedAt: Date }

/**
 * Makes one call within the provider's circuit breaker, which all nodes share. It opens when the provider refuses our
 * registration or key, or when several accounts fail without a success in between. While it is open, calls are refused
 * without a request, except for one probe in `providerProbeIntervalMs`; a response to the probe closes it.
 * @throws PausedError; OutageError in place of a failure within an outage; or the error of the call
 */
export async function callProvider<T>(ctx: OutageContext, at: ProviderCall, call: () => Promise<T>): Promise<T> {
  const admission = await admit(ctx, at)
  let result: T
  try {
    result = await call()
  } catch (error) {
    throw (await recordError(ctx, at, admission, error).catch(reportTo(ctx))) ?? error
  }
  await recordResponse(ctx, at, admission).catch(reportTo(ctx))
  return result
}

/** The bookkeeping of a call must not replace its outcome: without it, the next call finds the same state. */
export const reportTo =
  ({ events }: Pick<Context, 'events'>) =>
  (error: unknown): null => {
    events.backgroundError({ part: 'outages', error })
    return null
  }

/** @returns the error to throw where the provider has an outage; null where the failure is that of the call */
async function recordError(
  ctx: OutageContext,
  at: ProviderCall,
  admission: Admission,
  error: unknown,
): Promise<OutageError | null> {
  // Says nothing about the provider. If it was a probe, another follows after `providerProbeMaxMs`.
  if (!(error instanceof VendorError) || error instanceof PausedError || !isErrorOf(error, at.provider)) return null
  const scope = failureScope(error)
  const certainAfterMs = await timeUntilCertain(at, scope)
  if (certainAfterMs !== null || (admission.state === 'open' && isDown(error))) {
    const isOpen = await recordFailure(ctx, at, admission, { error, certainAfterMs: certainAfterMs ?? Infinity })
    return isOpen ? new OutageError('provider', error) : null
  }
  if (!isDown(error)) await recordResponse(ctx, at, admission)
  return null
}

/**
 * See `certainAfterMs` of `afterProviderFailure`; null where the failure says nothing about the provider. A tenant that
 * forbids our registration and a registration that no longer exists have the same error. Accounts refresh their tokens
 * within 90 minutes: where none has valid ones, it is the registration.
 */
async function timeUntilCertain({ areOthersAccepted }: ProviderCall, scope: FailureScope): Promise<number | null> {
  if (scope === 'provider') return 0
  if (scope === 'suspected') return Infinity
  if (scope !== 'tenant') return null
  // The tokens of accounts that are used rarely prove nothing: several accounts have to fail.
  if (!areOthersAccepted) return Infinity
  return (await areOthersAccepted()) ? null : unknownAppSuspicionMs
}

/** The wait until the next probe of an open breaker, 0 where calls are admitted: work that can wait asks first. */
export async function providerWaitMs(ctx: Pick<Context, 'clock' | 'db'>, provider: string): Promise<number> {
  const next = await ctx.db.asService((tx) => findNextProbe(tx, provider))
  return next === null ? 0 : Math.max(0, next.getTime() - ctx.clock.now().getTime())
}

/**
 * For work that can wait, and whose calls are not refused: one of it claims the probe of an open breaker.
 * @returns the wait until the next probe; 0 where the calls may be made now
 */
export async function claimProviderProbe(ctx: Pick<Context, 'clock' | 'db'>, provider: string): Promise<number> {
  const now = ctx.clock.now()
  return ctx.db.asService(async (tx) => {
    if (await claimProbe(tx, provider, now)) return 0
    const next = await findNextProbe(tx, provider)
    return next === null ? 0 : Math.max(1, next.getTime() - now.getTime())
  })
}

async function admit(ctx: OutageContext, at: ProviderCall): Promise<Admission> {
  const { provider, state = await ctx.db.asService((tx) => findProviderState(tx, provider)) } = at
  if (state !== 'open') return { state: state ?? 'closed' }
  const now = ctx.clock.now()
  const next = await ctx.db.asService(async (tx) => {
    if (at.isRequestedByUser || (await claimProbe(tx, provider, now))) return 'probe'
    return findNextProbe(tx, provider)
  })
  if (next === 'probe') return { state: 'open', probeStartedAt: now }
  // Closed meanwhile.
  if (next === null) return { state: 'closed' }
  throw new PausedError(provider, Math.max(next.getTime() - now.getTime(), 1), 'provider')
}

/** @returns whether the breaker is open now */
async function recordFailure(
  ctx: OutageContext,
  { provider, subject }: ProviderCall,
  admission: Admission,
  { error, certainAfterMs }: { error: VendorError; certainAfterMs: number },
): Promise<boolean> {
  const reason = error.code
  const { isOpen, hasOpened } = await ctx.db.asService(async (tx) => {
    const current = await lockBreaker(tx, provider)
    const next = afterProviderFailure(current, {
      subject,
      certainAfterMs,
      reason,
      retryAfterMs: error.retryAfterMs,
      probeStartedAt: admission.state === 'open' ? admission.probeStartedAt : null,
      now: ctx.clock.now(),
    })
    await saveBreaker(tx, provider, next)
    const isOpen = next.opened_at !== null
    const hasOpened = isOpen && !current?.opened_at
    if (hasOpened) await ctx.jobs.enqueue(tx, 'alert-operators', { provider })
    return { isOpen, hasOpened }
  })
  // The one alert of an outage, by the node that opened the breaker.
  if (hasOpened) ctx.events.providerOutageStarted({ provider, reason, error })
  return isOpen
}

/** A call of a closed breaker that ends late does not close the breaker that opened meanwhile. */
async function recordResponse(ctx: OutageContext, { provider }: ProviderCall, { state }: Admission): Promise<void> {
  if (state === 'closed') return
  const openedAt = await ctx.db.asService(async (tx) => {
    const current = await lockBreaker(tx, provider)
    if (!current || (current.opened_at && state !== 'open')) return null
    await deleteBreaker(tx, provider)
    return current.opened_at
  })
  if (!openedAt) return
  const seconds = Math.round((ctx.clock.now().getTime() - openedAt.getTime()) / 1000)
  ctx.events.providerOutageEnded({ provider, seconds })
}
