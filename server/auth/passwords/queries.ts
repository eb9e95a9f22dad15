import type { Tx } from '../../db/database.ts'

/** One more try of this subject. @returns how many there are in the window that is open, this one included */
export async function countAttempt(tx: Tx, subject: Buffer, window: { now: Date; endsAt: Date }): Promise<number> {
  const { failures } = await tx
    .insertInto('auth.sign_in_attempts')
    .values({ subject_hash: subject, failures: 1, window_ends_at: window.endsAt })
    .onConflict((conflict) =>
      conflict.column('subject_hash').doUpdateSet((eb) => {
        const isOver = eb('auth.sign_in_attempts.window_ends_at', '<=', window.now)
        return {
          failures: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('auth.sign_in_attempts.failures', '+', 1))
            .end(),
          window_ends_at: eb
            .case()
            .when(isOver)
            .then(window.endsAt)
            .else(eb.ref('auth.sign_in_attempts.window_ends_at'))
            .end(),
        }
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

export async function forgetAttempts(tx: Tx, subject: Buffer): Promise<void> {
  await tx.deleteFrom('auth.sign_in_attempts').where('subject_hash', '=', subject).execute()
}

export async function takeBackAttempt(tx: Tx, subject: Buffer): Promise<void> {
  await tx
    .updateTable('auth.sign_in_attempts')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('subject_hash', '=', subject)
    .where('failures', '>', 0)
    .execute()
}

export async function hasSessionFrom(tx: Tx, email: string, ip: string): Promise<boolean> {
  const found = await tx
    .selectFrom('auth.sessions as session')
    .innerJoin('auth.users as user', 'user.id', 'session.user_id')
    .where('user.email', '=', email)
    .where('session.ip', '=', ip)
    .select('session.id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
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
