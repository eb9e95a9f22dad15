import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Amr, Session } from '../sessions/queries.ts'

/** How a second step is written into a session (`amr`); the protocol's words. */
export type SecondStep = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code'
export const secondSteps: ReadonlySet<string> = new Set<SecondStep>(['totp', 'mfa/webauthn', 'mfa/recovery_code'])

/**
 * The person's other sessions that have not got beyond the first step end. Locked in the order of their ids, as wherever several
 * sessions end.
 * @returns their ids
 */
export async function endHalfwaySessions(tx: Tx, userId: string, butFor: string): Promise<string[]> {
  const halfway = await tx
    .selectFrom('auth.sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '<>', butFor)
    .where('aal', '=', 'aal1')
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = halfway.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('auth.sessions').where('id', 'in', ids).execute()
  return ids
}

export async function raiseSession(
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

/**
 * The sessions whose second step was taken with this factor are back at their first.
 * @returns their ids
 */
export async function lowerSessions(tx: Tx, factorId: string): Promise<string[]> {
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
          where entry ->> 'method' <> all(${[...secondSteps]}::text[]))`,
      })
      .where('id', 'in', ids)
      .execute()
  return ids
}

/**
 * The session goes on with this refresh token alone. The one before it is forgotten rather than revoked: a second tab that comes
 * with it a moment later has lost nothing but a try, while a revoked one would end the session.
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
