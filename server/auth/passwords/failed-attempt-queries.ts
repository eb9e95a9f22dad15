import type { Tx } from '../../db/database.ts'

/** Rows per statement. */
const expiredWindowBatchSize = 20

export async function failureCount(tx: Tx, subject: Buffer, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('auth.sign_in_attempts')
    .select('failures')
    .where('subject_hash', '=', subject)
    .where('window_ends_at', '>', now)
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** Counts a failure. The first one after a window opens a new window. @returns the failures in the window */
export async function incrementFailures(tx: Tx, subject: Buffer, window: { now: Date; endsAt: Date }): Promise<number> {
  const { failures } = await tx
    .insertInto('auth.sign_in_attempts')
    .values({ subject_hash: subject, failures: 1, window_ends_at: window.endsAt })
    .onConflict((conflict) =>
      conflict.column('subject_hash').doUpdateSet((eb) => {
        const isOver = eb('auth.sign_in_attempts.window_ends_at', '<=', window.now)
        const failures = eb.ref('auth.sign_in_attempts.failures')
        const endsAt = eb.ref('auth.sign_in_attempts.window_ends_at')
        return {
          failures: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb(failures, '+', 1))
            .end(),
          window_ends_at: eb.case().when(isOver).then(window.endsAt).else(endsAt).end(),
        }
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

export async function resetFailures(tx: Tx, subject: Buffer): Promise<void> {
  await tx.deleteFrom('auth.sign_in_attempts').where('subject_hash', '=', subject).execute()
}

/** Network addresses of the active sessions of this account. */
export async function sessionAddresses(tx: Tx, email: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('auth.sessions as session')
    .innerJoin('auth.users as user', 'user.id', 'session.user_id')
    .where('user.email', '=', email)
    .select('session.ip')
    .distinct()
    .execute()
  return rows.flatMap(({ ip }) => ip ?? [])
}

/**
 * Deletes some expired windows. Must be the last statement of its transaction: it skips locked rows and holds its own
 * locks only briefly.
 */
export async function purgeExpiredWindows(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('auth.sign_in_attempts')
    .where('subject_hash', 'in', (eb) =>
      eb
        .selectFrom('auth.sign_in_attempts')
        .select('subject_hash')
        .where('window_ends_at', '<=', now)
        .limit(expiredWindowBatchSize)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
