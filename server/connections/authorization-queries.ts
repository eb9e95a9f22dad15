import type { Provider } from '../../contract/providers.ts'
import type { Tx } from '../db/database.ts'
import type { UserAuthorizationState } from '../grants/authorization-callback.ts'

export interface ConnectionState extends UserAuthorizationState {
  provider: Provider
}

export async function insertConnectionState(tx: Tx, state: ConnectionState): Promise<void> {
  await tx.insertInto('app.connection_states').values(state).execute()
}

export async function consumeConnectionState(
  tx: Tx,
  provider: Provider,
  stateHash: Buffer,
): Promise<ConnectionState | null> {
  const deleted = await tx
    .deleteFrom('app.connection_states')
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .returningAll()
    .executeTakeFirst()
  return deleted ?? null
}

/** Abandoned authorizations. */
export async function deleteExpiredConnectionStates(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('app.connection_states').where('expires_at', '<=', now).execute()
}
