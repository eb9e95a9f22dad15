import { tokenRefreshThresholdMs } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { callProvider } from '../outages/call-provider.ts'
import { beginAttempt, claimAttempt, recordOutcome, type Attempt } from './account-attempt.ts'
import type { Grant, GrantRow } from './grant.ts'
import { refreshGrant } from './refresh-grant.ts'
import { openToken } from './sealed-tokens.ts'

type GrantContext = Pick<Context, 'clock' | 'db' | 'events' | 'jobs' | 'random' | 'sealer'>

/**
 * Calls a provider with a valid access token, and once more with a new one where the provider refuses the first.
 * A failure that concerns the whole account pauses it; see `server/outages`.
 * @param known as for `beginAttempt`
 */
export async function callWithGrant<Row extends GrantRow, T>(
  ctx: GrantContext,
  grant: Grant<Row>,
  call: (accessToken: string, row: Row) => Promise<T>,
  known?: Row | null,
): Promise<T> {
  const attempt = await beginAttempt(ctx, grant, known)
  const run = (row: Row): Promise<T> =>
    callProvider(
      ctx,
      { provider: grant.providers.calls, subject: grant.key, refused: grant.paused, state: row.provider_state },
      () => call(openToken(ctx, grant.sealContextOf(row), 'access', row), row),
    )
  return recordOutcome(ctx, grant, attempt, async () => {
    await claimAttempt(ctx, grant, attempt)
    const row = await freshRow(ctx, grant, attempt)
    return run(row).catch(async (error: unknown) => {
      if (!grant.isUnauthorized(error)) throw error
      return run(await refreshGrant(ctx, grant, (current) => current.generation === row.generation))
    })
  })
}

/** The grant with an access token that is valid for more than five minutes. @throws the grant's own errors */
export async function validGrant<Row extends GrantRow>(ctx: GrantContext, grant: Grant<Row>): Promise<Row> {
  const attempt = await beginAttempt(ctx, grant)
  if (!expiresSoon(ctx, attempt.row)) return attempt.row
  return recordOutcome(ctx, grant, attempt, async () => {
    await claimAttempt(ctx, grant, attempt)
    return freshRow(ctx, grant, attempt)
  })
}

const freshRow = async <Row extends GrantRow>(
  ctx: GrantContext,
  grant: Grant<Row>,
  { row }: Attempt<Row>,
): Promise<Row> => (expiresSoon(ctx, row) ? refreshGrant(ctx, grant, (current) => expiresSoon(ctx, current)) : row)

const expiresSoon = ({ clock }: Pick<Context, 'clock'>, { expires_at }: GrantRow): boolean =>
  expires_at.getTime() - clock.now().getTime() <= tokenRefreshThresholdMs
