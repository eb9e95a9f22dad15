import type { Provider } from '../../contract/providers.ts'
import type { Tx } from '../db/database.ts'

export interface Revocation {
  id: string
  provider: Provider
  token_sealed: string
  attempts: number
}

export async function insertRevocation(
  tx: Tx,
  row: Omit<Revocation, 'attempts'> & { created_at: Date },
): Promise<void> {
  await tx.insertInto('app.service_revocations').values(row).execute()
}

/** Counts an attempt before it is made. @returns null where the revocation is complete */
export async function countRevocationAttempt(tx: Tx, id: string): Promise<Revocation | null> {
  const counted = await tx
    .updateTable('app.service_revocations')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .returning(['id', 'provider', 'token_sealed', 'attempts'])
    .executeTakeFirst()
  return counted ?? null
}

export async function deleteRevocation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.service_revocations').where('id', '=', id).execute()
}

export const findPendingRevocations = (tx: Tx): Promise<{ revocationId: string }[]> =>
  tx.selectFrom('app.service_revocations').select('id as revocationId').orderBy('id').execute()
