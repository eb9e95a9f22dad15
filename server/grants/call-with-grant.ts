import { tokenRefreshThresholdMs } from '../../contract/limits.ts'
import { later } from '../clock.ts'
import type { Context } from '../context.ts'
import { throttledPauseMs } from '../limits.ts'
import type { VendorError } from '../vendors/vendor-error.ts'
import type { Grant, GrantRow } from './grant.ts'
import { refreshGrant } from './refresh-grant.ts'
import { openToken } from './sealed-tokens.ts'

type GrantContext = Pick<Context, 'clock' | 'db' | 'sealer'>

/** Calls a provider with a valid access token, and once more with a new one where the provider refuses the first. */
export async function callWithGrant<Row extends GrantRow, T>(
  ctx: GrantContext,
  grant: Grant<Row>,
  call: (accessToken: string, row: Row) => Promise<T>,
): Promise<T> {
  const run = (row: Row): Promise<T> => call(openToken(ctx, grant.sealContextOf(row), 'access', row), row)
  const row = await validGrant(ctx, grant)
  return run(row).catch(async (error: unknown) => {
    if (!grant.isUnauthorized(error)) throw error
    return run(await refreshGrant(ctx, grant, (current) => current.generation === row.generation))
  })
}

/** The grant with an access token that is valid for more than five minutes. @throws the grant's own errors */
export async function validGrant<Row extends GrantRow>(ctx: GrantContext, grant: Grant<Row>): Promise<Row> {
  const row = await ctx.db.asService((tx) => grant.load(tx, false))
  if (!row) throw grant.unusable('missing')
  if (grant.needsSignIn(row)) throw grant.unusable('needs_sign_in')
  grant.requireAllowed?.(row)
  const now = ctx.clock.now().getTime()
  const waitMs = row.paused_until.getTime() - now
  if (waitMs > 0) throw grant.paused(waitMs)
  const expiresSoon = ({ expires_at }: Row): boolean => expires_at.getTime() - now <= tokenRefreshThresholdMs
  return expiresSoon(row) ? refreshGrant(ctx, grant, expiresSoon) : row
}

/** The code of the errors that `Grant.paused` returns. */
export const pausedCode = 'paused'

/** How long a response requests to wait: `Retry-After`, or `throttledPauseMs` after a 429 without one; else null. */
export const requestedPauseMs = ({ code, status, retryAfterMs }: VendorError): number | null =>
  code === pausedCode ? null : (retryAfterMs ?? (status === 429 ? throttledPauseMs : null))

/** Stops all nodes from calling the provider for this grant for as long as it requests (429, or `Retry-After`). */
export async function pauseAsRequested<Row extends GrantRow>(
  ctx: Pick<Context, 'clock' | 'db'>,
  grant: Grant<Row>,
  error: VendorError,
): Promise<void> {
  const waitMs = requestedPauseMs(error)
  if (waitMs === null) return
  const until = later(ctx.clock.now(), waitMs)
  await ctx.db.asService((tx) => grant.pauseUntil(tx, until))
}
