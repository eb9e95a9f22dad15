import type { Tx } from '../db/database.ts'
import { connectionAt } from './queries.ts'
import type { ConnectionAt } from './sealed-tokens.ts'
import { ServiceProblem } from './service-problem.ts'

/**
 * Holds, in the transaction in which a worker writes down what it is about to do, that the person is still connected to the same account:
 * work that is under way stops before its next call (checklist C12).
 * @throws ServiceProblem
 */
export async function requireConnection(tx: Tx, at: ConnectionAt, accountId: string): Promise<void> {
  const connection = await connectionAt(tx, at)
  if (connection?.account_id !== accountId) throw new ServiceProblem(at.provider, 'not_connected')
  if (connection.status !== 'active') throw new ServiceProblem(at.provider, 'signed_out')
}
