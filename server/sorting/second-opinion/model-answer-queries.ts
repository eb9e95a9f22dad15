import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'

/** What a model answered to the very same question of the same person; undefined where it was never asked. */
export async function keptAnswer(tx: Tx, userId: string, questionHash: Buffer): Promise<JsonValue | undefined> {
  const row = await tx
    .selectFrom('app.model_answers')
    .select('answer')
    .where('user_id', '=', userId)
    .where('question_hash', '=', questionHash)
    .executeTakeFirst()
  return row?.answer
}

export async function keepAnswer(
  tx: Tx,
  kept: { userId: string; questionHash: Buffer; answer: unknown },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('app.model_answers')
    .values({
      user_id: kept.userId,
      question_hash: kept.questionHash,
      answer: JSON.stringify(kept.answer),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns how many there were, at most `most` */
export async function forgetAnswersBefore(tx: Tx, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from app.model_answers where (user_id, question_hash) in (
      select user_id, question_hash from app.model_answers where created_at < ${before} limit ${most})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
