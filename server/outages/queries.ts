import { sql, type RawBuilder } from 'kysely'
import { addMs } from '../clock.ts'
import type { Tx } from '../db/database.ts'
import type { BreakerState } from './breaker-state.ts'

/** A call that an open breaker admitted: longer than any call takes. A dead worker delays the next by this time. */
const providerProbeMaxMs = 2 * 60_000

/** Null: the provider responds. `suspected`: calls have failed since the last success. `open`: calls are refused. */
export type ProviderState = 'suspected' | 'open' | null

/**
 * The state of a provider as a column of another query, so that a closed breaker costs no statement.
 * @param provider its name, or a column that has it
 */
export const providerState = (provider: string | RawBuilder<unknown>): RawBuilder<ProviderState> =>
  sql<ProviderState>`(select case when o.opened_at is null then 'suspected' else 'open' end
    from app.provider_outages o where o.provider = ${provider})`

export async function findProviderState(tx: Tx, provider: string): Promise<ProviderState> {
  const { rows } = await sql<{ state: ProviderState }>`select ${providerState(provider)} as state`.execute(tx)
  return rows[0]?.state ?? null
}

/** When the next probe of an open breaker is due; null where calls are admitted. */
export async function findNextProbe(tx: Tx, provider: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('app.provider_outages')
    .select('next_probe_at')
    .where('provider', '=', provider)
    .where('opened_at', 'is not', null)
    .executeTakeFirst()
  return row?.next_probe_at ?? null
}

/** Providers with an open breaker. */
export async function findOpenProviders(tx: Tx): Promise<string[]> {
  const open = tx.selectFrom('app.provider_outages').select('provider').where('opened_at', 'is not', null)
  return (await open.orderBy('provider').execute()).map(({ provider }) => provider)
}

/** Of concurrent calls on all nodes, one claims the probe. */
export async function claimProbe(tx: Tx, provider: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.provider_outages')
    .set({ next_probe_at: addMs(now, providerProbeMaxMs) })
    .where('provider', '=', provider)
    .where('opened_at', 'is not', null)
    .where('next_probe_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the provider's row until the transaction ends. @returns null where it has none */
export async function lockBreaker(tx: Tx, provider: string): Promise<BreakerState | null> {
  // Also serializes the first failures of a provider, which has no row yet.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`provider_outages/${provider}`}, 0))`.execute(tx)
  const row = tx.selectFrom('app.provider_outages').selectAll().where('provider', '=', provider)
  return (await row.executeTakeFirst()) ?? null
}

export async function saveBreaker(tx: Tx, provider: string, state: BreakerState): Promise<void> {
  const { failed_subjects, first_failed_at, opened_at, reason, next_probe_at } = state
  const row = { failed_subjects, first_failed_at, opened_at, reason, next_probe_at }
  await tx
    .insertInto('app.provider_outages')
    .values({ provider, ...row })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(row))
    .execute()
}

export async function deleteBreaker(tx: Tx, provider: string): Promise<void> {
  await tx.deleteFrom('app.provider_outages').where('provider', '=', provider).execute()
}
