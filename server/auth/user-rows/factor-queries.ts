import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthMfaFactorsRow } from '../../db/rows.ts'

/** A second factor, verified or still being enrolled. */
export type Factor = Selectable<AuthMfaFactorsRow>

export async function factorsOf(tx: Tx, userId: string): Promise<Factor[]> {
  return tx
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findFactor(
  tx: Tx,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<Factor | undefined> {
  return tx
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function hasVerifiedFactor(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.mfa_factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface NewFactor {
  id: string
  userId: string
  name: string
  type: Factor['factor_type']
  /** Null unless `totp`. */
  secretSealed: string | null
  now: Date
}

export async function insertFactor(tx: Tx, { id, userId, name, type, secretSealed, now }: NewFactor): Promise<void> {
  await tx
    .insertInto('auth.mfa_factors')
    .values({
      id,
      user_id: userId,
      friendly_name: name,
      factor_type: type,
      secret_sealed: secretSealed,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function recordChallenged(tx: Tx, factorId: string, now: Date): Promise<void> {
  await tx.updateTable('auth.mfa_factors').set({ last_challenged_at: now }).where('id', '=', factorId).execute()
}

export async function saveTotpStep(
  tx: Tx,
  factorId: string,
  { step, secretSealed }: { step: number; secretSealed: string },
): Promise<void> {
  await tx
    .updateTable('auth.mfa_factors')
    .set({ last_step: step, secret_sealed: secretSealed })
    .where('id', '=', factorId)
    .execute()
}

export async function markVerified(tx: Tx, factorId: string, now: Date): Promise<void> {
  await tx
    .updateTable('auth.mfa_factors')
    .set({ status: 'verified', updated_at: now })
    .where('id', '=', factorId)
    .execute()
}

export async function deleteFactor(tx: Tx, factorId: string): Promise<void> {
  await tx.deleteFrom('auth.mfa_factors').where('id', '=', factorId).execute()
}

/** Deletes factors whose enrolment was not completed. */
export async function deleteUnverifiedFactors(
  tx: Tx,
  { userId, ...which }: { userId: string } & ({ type: Factor['factor_type'] } | { before: Date }),
): Promise<void> {
  let left = tx.deleteFrom('auth.mfa_factors').where('user_id', '=', userId).where('status', '=', 'unverified')
  left = 'type' in which ? left.where('factor_type', '=', which.type) : left.where('created_at', '<', which.before)
  await left.execute()
}

interface Passkey {
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
  aaguid: string
}

export async function savePasskey(tx: Tx, factorId: string, passkey: Passkey): Promise<void> {
  await tx
    .updateTable('auth.mfa_factors')
    .set({
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: JSON.stringify(passkey.transports),
      aaguid: passkey.aaguid,
    })
    .where('id', '=', factorId)
    .execute()
}

export async function isCredentialKnown(tx: Tx, credentialId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.mfa_factors')
    .select('id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateSignCount(tx: Tx, factorId: string, signCount: number): Promise<void> {
  await tx.updateTable('auth.mfa_factors').set({ sign_count: signCount }).where('id', '=', factorId).execute()
}
