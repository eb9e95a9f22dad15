import { sql } from 'kysely'
import type { Provider } from '../../contract/providers.ts'
import type { Tx } from '../db/database.ts'
import type { ConnectionAt, SealedTokens } from './sealed-tokens.ts'

export interface Connection extends SealedTokens {
  account_id: string
  provider_email: string | null
  status: 'active' | 'needs_reauth'
  generation: number
  paused_until: Date
  created_at: Date
}

/** @param lock holds the row until the transaction ends: whoever refreshes, replaces or removes it must hold it (checklist C10) */
export async function connectionAt(tx: Tx, at: ConnectionAt, lock = false): Promise<Connection | null> {
  const found = await tx
    .selectFrom('app.service_connections')
    .select([
      'account_id',
      'provider_email',
      'status',
      'access_token_sealed',
      'refresh_token_sealed',
      'scopes',
      'expires_at',
      'generation',
      'paused_until',
      'created_at',
    ])
    .where('user_id', '=', at.userId)
    .where('provider', '=', at.provider)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return found ?? null
}

/** The person's connections, oldest first. */
export function connectionsOf(tx: Tx, userId: string) {
  return tx
    .selectFrom('app.service_connections')
    .select(['provider', 'account_id', 'provider_email', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('provider')
    .execute()
}

export async function connectionById(tx: Tx, id: string): Promise<ConnectionAt | null> {
  const found = await tx
    .selectFrom('app.service_connections')
    .select(['user_id', 'provider'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ? { userId: found.user_id, provider: found.provider } : null
}

/** So many an hour are enough for 24,000 people, and no burst for any service. */
const mostKept = 1000

/** Connections whose token ended before then, so that nothing has used them since; longest first. */
export async function unusedSince(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('app.service_connections')
    .select('id')
    .where('status', '=', 'active')
    .where('expires_at', '<', before)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(mostKept)
    .execute()
  return rows.map(({ id }) => id)
}

export interface NewConnection extends SealedTokens {
  account_id: string
  provider_email: string | null
  created_at: Date
}

/** @returns whether it was made; not where the person has a connection to the service already */
export async function addConnection(tx: Tx, at: ConnectionAt, connection: NewConnection): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('app.service_connections')
    .values({ user_id: at.userId, provider: at.provider, ...connection })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A fresh sign-in takes the place of whatever was there; a pause belonged to the sign-in that is over. */
export async function replaceConnection(tx: Tx, at: ConnectionAt, connection: NewConnection): Promise<void> {
  await changed(tx, at)
    .set((eb) => ({
      ...connection,
      status: 'active',
      generation: eb('generation', '+', 1),
      paused_until: sql<Date>`'-infinity'::timestamptz`,
    }))
    .execute()
}

/** The tokens of a refresh; stored only over the generation they were made from, so that a late worker cannot put old ones back. */
export async function replaceTokens(tx: Tx, at: ConnectionAt, generation: number, tokens: SealedTokens): Promise<void> {
  await changed(tx, at)
    .set({ ...tokens, generation: generation + 1 })
    .where('generation', '=', generation)
    .execute()
}

/** @returns whether that is new; not where the connection was renewed meanwhile, for then the old sign-in says nothing any more */
export async function endSignIn(tx: Tx, at: ConnectionAt, generation: number): Promise<boolean> {
  const { numUpdatedRows } = await changed(tx, at)
    .set({ status: 'needs_reauth' })
    .where('generation', '=', generation)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** No call for this connection before that moment (invariant I15); an earlier moment does not shorten the wait. */
export async function pauseUntil(tx: Tx, at: ConnectionAt, until: Date): Promise<void> {
  await changed(tx, at)
    .set({ paused_until: sql<Date>`greatest(paused_until, ${until}::timestamptz)` })
    .execute()
}

export async function removeConnection(tx: Tx, at: ConnectionAt): Promise<void> {
  await tx
    .deleteFrom('app.service_connections')
    .where('user_id', '=', at.userId)
    .where('provider', '=', at.provider)
    .execute()
}

/** Whether anybody is connected to that account of the service. */
export async function isAccountConnected(tx: Tx, provider: Provider, accountId: string): Promise<boolean> {
  const found = tx
    .selectFrom('app.service_connections')
    .select('id')
    .where('provider', '=', provider)
    .where('account_id', '=', accountId)
  return (await found.executeTakeFirst()) !== undefined
}

const changed = (tx: Tx, { userId, provider }: ConnectionAt) =>
  tx
    .updateTable('app.service_connections')
    .set({ updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
