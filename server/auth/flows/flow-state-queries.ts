import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthFlowStatesRow } from '../../db/rows.ts'
import type { AuthorizationState } from '../../grants/authorization.ts'

export type FlowState = Selectable<AuthFlowStatesRow>
type NewFlowState = Insertable<AuthFlowStatesRow>

export async function insertFlowState(tx: Tx, flow: NewFlowState): Promise<string> {
  const { id } = await tx.insertInto('auth.flow_states').values(flow).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function lockFlowState(tx: Tx, id: string): Promise<FlowState | undefined> {
  return tx.selectFrom('auth.flow_states').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** A sign-in at a provider. Other flows have no state. */
export type SignInState = FlowState & AuthorizationState & { nonce_hash: Buffer }

export async function lockSignInState(tx: Tx, stateHash: Buffer): Promise<SignInState | undefined> {
  return tx
    .selectFrom('auth.flow_states')
    .selectAll()
    .where('state_hash', '=', stateHash)
    .forUpdate()
    .$narrowType<AuthorizationState & { nonce_hash: Buffer }>()
    .executeTakeFirst()
}

export async function lockFlowByCode(tx: Tx, authCodeHash: Buffer): Promise<FlowState | undefined> {
  return tx
    .selectFrom('auth.flow_states')
    .selectAll()
    .where('auth_code_hash', '=', authCodeHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateFlowState(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<NewFlowState, 'auth_code_hash' | 'user_id' | 'authentication_method' | 'used_at' | 'expires_at'>
  >,
): Promise<void> {
  await tx.updateTable('auth.flow_states').set(change).where('id', '=', id).execute()
}

export async function deleteFlowState(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.flow_states').where('id', '=', id).execute()
}
