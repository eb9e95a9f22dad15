import type { Tx } from '../../db/database.ts'

export async function failuresOf(tx: Tx, subject: Buffer, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('auth.sign_in_attempts')
    .select('failures')
    .where('subject_hash', '=', subject)
    .where('window_ends_at', '>', now)
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** One more; the first after a window is over opens the next. @returns how many there are now */
export async function countFailure(tx: Tx, subject: Buffer, window: { now: Date; endsAt: Date }): Promise<number> {
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

export async function forgetFailures(tx: Tx, subject: Buffer): Promise<void> {
  await tx.deleteFrom('auth.sign_in_attempts').where('subject_hash', '=', subject).execute()
}

/** The addresses from which people are signed in to this account. */
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

/** Windows that are over, a few at a time. To be the last statement of its transaction: it waits for nobody, and nobody has to wait for it for long. */
export async function clearClosedWindows(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('auth.sign_in_attempts')
    .where('subject_hash', 'in', (eb) =>
      eb
        .selectFrom('auth.sign_in_attempts')
        .select('subject_hash')
        .where('window_ends_at', '<=', now)
        .limit(20)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
