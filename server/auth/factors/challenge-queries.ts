import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthMfaChallengesRow } from '../../db/rows.ts'

/** An MFA challenge: one attempt to verify a factor, in one session. */
export type Challenge = Selectable<AuthMfaChallengesRow>

interface NewChallenge {
  factorId: string
  userId: string
  sessionId: string
  /** The WebAuthn challenge to sign; null for codes. */
  toSign: string | null
  now: Date
  expiresAt: Date
}

export async function insertChallenge(
  tx: Tx,
  { factorId, userId, sessionId, toSign, now, expiresAt }: NewChallenge,
): Promise<{ id: string }> {
  return tx
    .insertInto('auth.mfa_challenges')
    .values({
      factor_id: factorId,
      user_id: userId,
      session_id: sessionId,
      webauthn_challenge: toSign,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function findChallenge(
  tx: Tx,
  { id, factorId }: { id: string; factorId: string },
): Promise<Challenge | undefined> {
  return tx
    .selectFrom('auth.mfa_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('factor_id', '=', factorId)
    .executeTakeFirst()
}

export async function incrementChallengeTries(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('auth.mfa_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function completeChallenge(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('auth.mfa_challenges').set({ verified_at: now }).where('id', '=', id).execute()
}
