import type { Context } from '../context.ts'
import { callProvider } from '../outages/call-provider.ts'
import type { Tx } from '../db/database.ts'
import type { Grant, GrantRow } from './grant.ts'
import { openToken, sealTokens } from './sealed-tokens.ts'

/** Refreshes that may hold a database connection at once, per process and provider group. */
const refreshMaxConcurrency = 2

type GrantContext = Pick<Context, 'clock' | 'db' | 'events' | 'jobs' | 'sealer'>

/**
 * Refreshes the tokens of a grant and stores them before any caller can use them.
 *
 * The row is locked during the call to the provider, across all nodes: a second caller waits and finds the new tokens,
 * and a crashed one releases the lock. Some providers accept a refresh token once, so that a second call would end the
 * grant. This is the only call to a provider within a transaction; `refreshMaxConcurrency` keeps it from exhausting
 * the connection pool.
 * @param isNeeded checked again once the row is locked; 'always' also tries a grant that the provider refused before
 * @throws the grant's own errors
 */
export async function refreshGrant<Row extends GrantRow>(
  ctx: GrantContext,
  grant: Grant<Row>,
  isNeeded: ((row: Row) => boolean) | 'always',
): Promise<Row> {
  const { limiter } = grant
  const result = await limiter.run(`refresh/${grant.key}`, 1, () =>
    limiter.run('refresh', refreshMaxConcurrency, () =>
      ctx.db.asService((tx) => refreshLocked(ctx, tx, grant, isNeeded)),
    ),
  )
  if ('row' in result) return result.row
  if (result.isNew) grant.signInRequired()
  throw result.error
}

async function refreshLocked<Row extends GrantRow>(
  ctx: GrantContext,
  tx: Tx,
  grant: Grant<Row>,
  isNeeded: ((row: Row) => boolean) | 'always',
): Promise<{ row: Row } | { error: Error; isNew: boolean }> {
  const row = await grant.load(tx, true)
  if (!row) throw grant.unusable('missing')
  if (isNeeded !== 'always') {
    // The grant has ended while this call waited for the lock: the provider is not called until the user signs in.
    if (grant.needsSignIn(row)) throw grant.unusable('needs_sign_in')
    if (!isNeeded(row)) return { row }
  }
  const sealContext = grant.sealContextOf(row)
  const { areOthersAccepted } = grant
  const refreshToken = openToken(ctx, sealContext, 'refresh', row)
  if (refreshToken === '') throw grant.unusable('needs_sign_in')
  try {
    const tokens = await callProvider(
      ctx,
      {
        provider: grant.breakers.tokens,
        subject: grant.key,
        isRequestedByUser: isNeeded === 'always',
        ...(areOthersAccepted && {
          areOthersAccepted: () => ctx.db.asService((own) => areOthersAccepted(own, ctx.clock.now())),
        }),
        state: row.token_provider_state,
      },
      () => grant.refresh(refreshToken),
    )
    const sealed = sealTokens(ctx, sealContext, tokens, tokens.refreshToken ?? refreshToken)
    return { row: await grant.saveTokens(tx, row, sealed) }
  } catch (error) {
    if (!grant.isEnded(error)) throw grant.refreshError(error)
    // Returned, not thrown: the transaction must commit the status.
    return { error: grant.unusable('needs_sign_in', error), isNew: await grant.requireSignIn(tx, row) }
  }
}

/**
 * Records that the provider refused the tokens of a generation.
 * @returns false where newer tokens, or none, are stored: nothing is known about those
 */
export async function requireSignInAgain<Row extends GrantRow>(
  ctx: Pick<Context, 'db'>,
  grant: Grant<Row>,
  generation: number,
): Promise<boolean> {
  const refused = await ctx.db.asService(async (tx) => {
    const row = await grant.load(tx, true)
    return row?.generation === generation ? { isNew: await grant.requireSignIn(tx, row) } : null
  })
  if (refused?.isNew) grant.signInRequired()
  return refused !== null
}
