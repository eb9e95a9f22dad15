import type { Tx } from '../../db/database.ts'

/** Replaces all codes of the user. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: Buffer[], now: Date): Promise<void> {
  await deleteRecoveryCodes(tx, userId)
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now }))
  await tx.insertInto('auth.recovery_codes').values(rows).execute()
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
}

/** Consumes a code. @returns false if it is unknown or was used before */
export async function consumeRecoveryCode(tx: Tx, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth.recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function recoveryCodeStatus(
  tx: Tx,
  userId: string,
): Promise<{ remaining: number; createdAt: Date | null }> {
  const rows = await tx
    .selectFrom('auth.recovery_codes')
    .select(['created_at', 'used_at'])
    .where('user_id', '=', userId)
    .execute()
  return { remaining: rows.filter((row) => row.used_at === null).length, createdAt: rows[0]?.created_at ?? null }
}
