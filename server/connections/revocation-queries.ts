import type { Provider } from '../../contract/providers.ts'
import type { Tx } from '../db/database.ts'

export interface Revocation {
  id: string
  provider: Provider
  token_sealed: string
  attempts: number
}

export async function putRevocation(tx: Tx, row: Omit<Revocation, 'attempts'> & { created_at: Date }): Promise<void> {
  await tx.insertInto('app.service_revocations').values(row).execute()
}

/** Counts the attempt before it is made. @returns null where it is done already */
export async function takeRevocation(tx: Tx, id: string): Promise<Revocation | null> {
  const taken = await tx
    .updateTable('app.service_revocations')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .returning(['id', 'provider', 'token_sealed', 'attempts'])
    .executeTakeFirst()
  return taken ?? null
}

export async function removeRevocation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.service_revocations').where('id', '=', id).execute()
}

export async function waitingRevocations(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('app.service_revocations').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
