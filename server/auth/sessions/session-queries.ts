import { sql, type Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { Amr } from '../../shared/sessions.ts'
import type { AuthRefreshTokensRow, AuthSessionsRow } from '../../db/rows.ts'

export type Session = Omit<Selectable<AuthSessionsRow>, 'amr'> & { amr: Amr }
export type RefreshToken = Selectable<AuthRefreshTokensRow>

const withAmr = (row: Selectable<AuthSessionsRow>): Session => ({ ...row, amr: Amr.parse(row.amr) })

interface NewSession {
  userId: string
  amr: Amr
  userAgent: string | null
  ip: string
  now: Date
  notAfter: Date
}

export async function insertSession(
  tx: Tx,
  { userId, amr, userAgent, ip, now, notAfter }: NewSession,
): Promise<Session> {
  const row = await tx
    .insertInto('auth.sessions')
    .values({
      user_id: userId,
      amr: JSON.stringify(amr),
      user_agent: userAgent,
      ip,
      created_at: now,
      refreshed_at: now,
      not_after: notAfter,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return withAmr(row)
}

/** Deletes the user's sessions that are past their lifetime or idle limit. */
export async function deleteExpiredSessions(
  tx: Tx,
  userId: string,
  limits: { now: Date; idleSince: Date },
): Promise<void> {
  await tx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('not_after', '<=', limits.now), eb('refreshed_at', '<=', limits.idleSince)]))
    .execute()
}

/** The user's active sessions, last used first. */
export async function activeSessionsOf(
  tx: Tx,
  userId: string,
  limits: { now: Date; idleSince: Date },
): Promise<Session[]> {
  const rows = await tx
    .selectFrom('auth.sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('not_after', 'is', null), eb('not_after', '>', limits.now)]))
    .where('refreshed_at', '>', limits.idleSince)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(withAmr)
}

export async function sessionById(tx: Tx, id: string): Promise<Session | undefined> {
  const row = await tx.selectFrom('auth.sessions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && withAmr(row)
}

/** Whether a session grants access outside `/auth/v1`. An aal1 session of a user with a verified factor does not. */
export type SessionStatus = 'active' | 'aal2_required' | 'ended'

/** The status of a session: ended also covers expiry, a ban and a session of another user. */
export async function sessionStatus(
  tx: Tx,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<SessionStatus> {
  const row = await tx
    .selectFrom('auth.sessions as session')
    .innerJoin('auth.users as user', 'user.id', 'session.user_id')
    .where('session.id', '=', id)
    .where('session.user_id', '=', userId)
    .where((eb) => eb.or([eb('session.not_after', 'is', null), eb('session.not_after', '>', now)]))
    .where((eb) => eb.or([eb('user.banned_until', 'is', null), eb('user.banned_until', '<=', now)]))
    .select((eb) =>
      eb
        .and([
          eb('session.aal', '=', 'aal1'),
          eb.exists(
            eb
              .selectFrom('auth.mfa_factors as factor')
              .select('factor.id')
              .whereRef('factor.user_id', '=', 'session.user_id')
              .where('factor.status', '=', 'verified'),
          ),
        ])
        .as('requires_aal2'),
    )
    .executeTakeFirst()
  if (!row) return 'ended'
  return row.requires_aal2 ? 'aal2_required' : 'active'
}

type SessionsToEnd = { userId: string } & (
  | { scope: 'global'; sessionId?: string }
  | { scope: 'local' | 'others'; sessionId: string }
)

/**
 * Ends sessions. Locks them in the order of their ids, so that concurrent calls do not deadlock.
 * @returns the ids of the ended sessions; their refresh tokens are deleted with them
 */
export async function endSessions(tx: Tx, which: SessionsToEnd): Promise<string[]> {
  const { userId } = which
  let ending = tx.selectFrom('auth.sessions').select('id').where('user_id', '=', userId).orderBy('id').forUpdate()
  if (which.scope === 'local') ending = ending.where('id', '=', which.sessionId)
  if (which.scope === 'others') ending = ending.where('id', '<>', which.sessionId)
  const ids = (await ending.execute()).map(({ id }) => id)
  if (ids.length > 0)
    await tx.deleteFrom('auth.sessions').where('id', 'in', ids).where('user_id', '=', userId).execute()
  return ids
}

/**
 * Locks a session, so that concurrent refreshes run one after the other. Waits at most five seconds (then PostgreSQL
 * raises 55P03).
 */
export async function lockSession(tx: Tx, id: string): Promise<Session | undefined> {
  await sql`select set_config('lock_timeout', '5s', true)`.execute(tx)
  const row = await tx.selectFrom('auth.sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && withAmr(row)
}

export async function touchSession(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('auth.sessions').set({ refreshed_at: now }).where('id', '=', id).execute()
}

export async function refreshTokenByHash(tx: Tx, hash: Buffer): Promise<RefreshToken | undefined> {
  return tx.selectFrom('auth.refresh_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst()
}

export async function activeChildOf(tx: Tx, parentId: number): Promise<RefreshToken | undefined> {
  return tx
    .selectFrom('auth.refresh_tokens')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

interface NewRefreshToken {
  session: Pick<Session, 'id' | 'user_id'>
  hash: Buffer
  parentId: number | null
  now: Date
}

export async function insertRefreshToken(tx: Tx, { session, hash, parentId, now }: NewRefreshToken): Promise<void> {
  await tx
    .insertInto('auth.refresh_tokens')
    .values({
      session_id: session.id,
      user_id: session.user_id,
      token_hash: hash,
      parent_id: parentId,
      created_at: now,
    })
    .execute()
}

export async function revokeRefreshToken(
  tx: Tx,
  id: number,
  { childSeedSealed, now }: { childSeedSealed: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('auth.refresh_tokens')
    .set({ revoked_at: now, child_seed_sealed: childSeedSealed })
    .where('id', '=', id)
    .execute()
}
