import type { Tx } from '../db/database.ts'
import { ConnectionAccessError } from './connection-access-error.ts'
import { findConnection, type ConnectionKey } from './connection-queries.ts'

/**
 * Checks, in the transaction in which a worker records its next effect, that the user is still connected to the same
 * account: running work stops before its next call.
 * @throws ConnectionAccessError
 */
export async function requireConnection(tx: Tx, at: ConnectionKey, accountId: string): Promise<void> {
  const connection = await findConnection(tx, at)
  if (connection?.account_id !== accountId) throw new ConnectionAccessError(at.provider, 'not_connected')
  if (connection.status !== 'active') throw new ConnectionAccessError(at.provider, 'signed_out')
}
