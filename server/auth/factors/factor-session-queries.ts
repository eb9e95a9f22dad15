import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Amr } from '../../shared/sessions.ts'
import type { Session } from '../sessions/session-queries.ts'

/** Second-factor methods in a session's `amr`, as GoTrue names them. */
export type SecondFactorMethod = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code'
export const secondFactorMethods: ReadonlySet<string> = new Set<SecondFactorMethod>([
  'totp',
  'mfa/webauthn',
  'mfa/recovery_code',
])

/**
 * Ends the user's other aal1 sessions. Locks them in the order of their ids, like every function that ends several
 * sessions.
 * @returns their ids
 */
export async function endAal1Sessions(tx: Tx, userId: string, butFor: string): Promise<string[]> {
  const aal1Sessions = await tx
    .selectFrom('auth.sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '<>', butFor)
    .where('aal', '=', 'aal1')
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = aal1Sessions.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('auth.sessions').where('id', 'in', ids).execute()
  return ids
}

export async function upgradeSessionToAal2(
  tx: Tx,
  sessionId: string,
  { factorId, amr, now }: { factorId: string; amr: Amr; now: Date },
): Promise<void> {
  await tx
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', factor_id: factorId, amr: JSON.stringify(amr), refreshed_at: now })
    .where('id', '=', sessionId)
    .execute()
}

/** Lowers the sessions that were verified with this factor to aal1. @returns their ids */
export async function downgradeSessions(tx: Tx, factorId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('auth.sessions')
    .select('id')
    .where('factor_id', '=', factorId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await tx
      .updateTable('auth.sessions')
      .set({
        aal: 'aal1',
        factor_id: null,
        amr: sql`(select coalesce(jsonb_agg(entry order by place), '[]')
          from jsonb_array_elements(amr) with ordinality as list (entry, place)
          where entry ->> 'method' <> all(${[...secondFactorMethods]}::text[]))`,
      })
      .where('id', 'in', ids)
      .execute()
  return ids
}

/**
 * Replaces the refresh token of a session. The old one is deleted, not revoked: a second tab that still sends it only
 * fails once, while reuse of a revoked token would end the session.
 */
export async function replaceRefreshToken(
  tx: Tx,
  { id, user_id }: Pick<Session, 'id' | 'user_id'>,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<void> {
  await tx.deleteFrom('auth.refresh_tokens').where('session_id', '=', id).where('revoked_at', 'is', null).execute()
  await tx
    .insertInto('auth.refresh_tokens')
    .values({ session_id: id, user_id, token_hash: hash, created_at: now })
    .execute()
}
