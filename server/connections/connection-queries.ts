import { sql } from 'kysely'
import type { Provider } from '../../contract/providers.ts'
import type { Tx } from '../db/database.ts'
import type { GrantRow } from '../grants/grant.ts'
import type { SealedTokens } from '../grants/sealed-tokens.ts'
import type { Pause } from '../outages/back-off.ts'
import { providerState } from '../outages/queries.ts'

/** Idle connections that an hourly run refreshes: enough for 24,000 a day without a burst at any service. */
const idleConnectionsPerRun = 1000

/** A user has at most one connection to each service. */
export interface ConnectionKey {
  userId: string
  provider: Provider
}

export interface Connection extends GrantRow {
  account_id: string
  provider_email: string | null
  status: 'active' | 'needs_reauth'
  created_at: Date
}

/** The circuit breaker of a service's token endpoint. */
export const tokenEndpointOf = (provider: Provider): string => `${provider}_tokens`

/** Associated data of the sealed tokens. */
export const connectionTokenSealContext = ({ userId, provider }: ConnectionKey): string =>
  `app.service_connections/${userId}/${provider}`

/** @param lock locks the row until the transaction ends; required to refresh, replace or delete it */
export async function findConnection(tx: Tx, at: ConnectionKey, lock = false): Promise<Connection | null> {
  const found = await tx
    .selectFrom('app.service_connections')
    .select(['account_id', 'provider_email', 'status', 'created_at'])
    .select(['access_token_sealed', 'refresh_token_sealed', 'scopes', 'expires_at', 'generation'])
    .select(['consecutive_failures', 'paused_until', 'probe_claimed_until'])
    .select(providerState(at.provider).as('provider_state'))
    .select(providerState(tokenEndpointOf(at.provider)).as('token_provider_state'))
    .where('user_id', '=', at.userId)
    .where('provider', '=', at.provider)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return found ?? null
}

/** Oldest first. */
export function findConnections(tx: Tx, userId: string) {
  return tx
    .selectFrom('app.service_connections')
    .select(['provider', 'account_id', 'provider_email', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('provider')
    .execute()
}

export async function findConnectionKey(tx: Tx, id: string): Promise<ConnectionKey | null> {
  const found = await tx
    .selectFrom('app.service_connections')
    .select(['user_id', 'provider'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ? { userId: found.user_id, provider: found.provider } : null
}

/**
 * Connections whose access token expired before this time, which means that nothing has used them since; oldest first.
 */
export const findIdleConnections = (tx: Tx, before: Date): Promise<{ connectionId: string }[]> =>
  tx
    .selectFrom('app.service_connections')
    .select('id as connectionId')
    .where('status', '=', 'active')
    .where('expires_at', '<', before)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(idleConnectionsPerRun)
    .execute()

type NewConnection = SealedTokens & Pick<Connection, 'account_id' | 'provider_email' | 'created_at'>

/** @returns false where the user has a connection to the service already */
export async function insertConnection(tx: Tx, at: ConnectionKey, connection: NewConnection): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('app.service_connections')
    .values({ user_id: at.userId, provider: at.provider, ...connection })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Replaces the connection with a new sign-in and clears the pause, which applied to the previous one. */
export async function replaceConnection(tx: Tx, at: ConnectionKey, connection: NewConnection): Promise<void> {
  await updateConnection(tx, at)
    .set((eb) => ({
      ...connection,
      sign_in_id: sql<string>`gen_random_uuid()`,
      status: 'active',
      generation: eb('generation', '+', 1),
      consecutive_failures: 0,
      paused_until: sql<Date>`'-infinity'::timestamptz`,
    }))
    .execute()
}

/**
 * Stores refreshed tokens over the generation that they were made from, so that a late worker cannot restore old ones.
 */
export async function replaceConnectionTokens(
  tx: Tx,
  at: ConnectionKey,
  generation: number,
  tokens: SealedTokens,
): Promise<void> {
  await updateConnection(tx, at)
    .set({ ...tokens, generation: generation + 1 })
    .where('generation', '=', generation)
    .execute()
}

/** @returns false where it was marked before, or has newer tokens, which the refusal does not concern */
export async function markSignInRequired(tx: Tx, at: ConnectionKey, generation: number): Promise<boolean> {
  const { numUpdatedRows } = await updateConnection(tx, at)
    .set({ status: 'needs_reauth' })
    .where('generation', '=', generation)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the connection's schedule of calls until the transaction ends. */
export async function lockConnectionPause(tx: Tx, at: ConnectionKey): Promise<Pause | null> {
  const columns = ['consecutive_failures', 'paused_until', 'probe_claimed_until'] as const
  const found = tx.selectFrom('app.service_connections').select(columns)
  const own = found.where('user_id', '=', at.userId).where('provider', '=', at.provider)
  return (await own.forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** No call is made for this connection before `paused_until`. */
export async function saveConnectionPause(tx: Tx, at: ConnectionKey, change: Partial<Pause>): Promise<void> {
  await updateConnection(tx, at).set(change).execute()
}

export async function deleteConnection(tx: Tx, at: ConnectionKey): Promise<void> {
  await tx
    .deleteFrom('app.service_connections')
    .where('user_id', '=', at.userId)
    .where('provider', '=', at.provider)
    .execute()
}

/** Whether any user is connected to this account of the service. */
export async function isAccountConnected(tx: Tx, provider: Provider, accountId: string): Promise<boolean> {
  const found = tx
    .selectFrom('app.service_connections')
    .select('id')
    .where('provider', '=', provider)
    .where('account_id', '=', accountId)
  return (await found.executeTakeFirst()) !== undefined
}

const updateConnection = (tx: Tx, { userId, provider }: ConnectionKey) =>
  tx
    .updateTable('app.service_connections')
    .set({ updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
