import type { Provider } from '../../contract/providers.ts'
import type { Tx } from '../db/database.ts'

/** A connection under way: from the click until the browser comes back. */
export interface ConnectionState {
  state_hash: Buffer
  user_id: string
  session_id: string
  provider: Provider
  browser_hash: Buffer
  code_verifier_sealed: string
  expires_at: Date
}

export async function putState(tx: Tx, state: ConnectionState): Promise<void> {
  await tx.insertInto('app.connection_states').values(state).execute()
}

/** Read and used up in one statement: of two callbacks with one state, one finds nothing. */
export async function takeState(tx: Tx, provider: Provider, stateHash: Buffer): Promise<ConnectionState | null> {
  const taken = await tx
    .deleteFrom('app.connection_states')
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .returning([
      'state_hash',
      'user_id',
      'session_id',
      'provider',
      'browser_hash',
      'code_verifier_sealed',
      'expires_at',
    ])
    .executeTakeFirst()
  return taken ?? null
}

/** Those that nobody came back with. */
export async function forgetStates(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('app.connection_states').where('expires_at', '<=', before).execute()
}
