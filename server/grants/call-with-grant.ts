import { tokenRefreshThresholdMs } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { admitCall, attemptCall, callAccount } from '../outages/call-account.ts'
import type { Grant, GrantRow } from './grant.ts'
import { refreshGrant } from './refresh-grant.ts'
import { openToken } from './sealed-tokens.ts'

type GrantContext = Pick<Context, 'clock' | 'db' | 'events' | 'jobs' | 'random' | 'sealer'>

/**
 * Calls a provider with a valid access token, and once more with a new one where the provider refuses the first.
 * A failure that concerns the whole account pauses it; see `server/outages`.
 * @param known as for `admitCall`
 */
export const callWithGrant = <Row extends GrantRow, T>(
  ctx: GrantContext,
  grant: Grant<Row>,
  call: (accessToken: string, row: Row) => Promise<T>,
  known?: Row | null,
): Promise<T> =>
  callAccount(
    ctx,
    grant,
    async (admitted, within) => {
      const run = (row: Row): Promise<T> =>
        within(() => call(openToken(ctx, grant.sealContextOf(row), 'access', row), row))
      const row = await freshRow(ctx, grant, admitted)
      return run(row).catch(async (error: unknown) => {
        if (!grant.isUnauthorized(error)) throw error
        return run(await refreshGrant(ctx, grant, (current) => current.generation === row.generation))
      })
    },
    known,
  )

/** The grant with an access token that is valid for more than five minutes. @throws the grant's own errors */
export async function validGrant<Row extends GrantRow>(ctx: GrantContext, grant: Grant<Row>): Promise<Row> {
  const row = await admitCall(ctx, grant)
  return expiresSoon(ctx, row) ? attemptCall(ctx, grant, row, () => freshRow(ctx, grant, row)) : row
}

const freshRow = async <Row extends GrantRow>(ctx: GrantContext, grant: Grant<Row>, row: Row): Promise<Row> =>
  expiresSoon(ctx, row) ? refreshGrant(ctx, grant, (current) => expiresSoon(ctx, current)) : row

const expiresSoon = ({ clock }: Pick<Context, 'clock'>, { expires_at }: GrantRow): boolean =>
  expires_at.getTime() - clock.now().getTime() <= tokenRefreshThresholdMs
