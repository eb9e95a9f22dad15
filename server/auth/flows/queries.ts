import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthFlowStatesRow } from '../../db/rows.ts'

export type FlowState = Selectable<AuthFlowStatesRow>
type NewFlowState = Insertable<AuthFlowStatesRow>

export async function insertFlowState(tx: Tx, flow: NewFlowState): Promise<string> {
  const { id } = await tx.insertInto('auth.flow_states').values(flow).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function lockFlowState(tx: Tx, id: string): Promise<FlowState | undefined> {
  return tx.selectFrom('auth.flow_states').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function lockFlowByState(tx: Tx, stateHash: Buffer): Promise<FlowState | undefined> {
  return tx
    .selectFrom('auth.flow_states')
    .selectAll()
    .where('state_hash', '=', stateHash)
    .forUpdate()
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
