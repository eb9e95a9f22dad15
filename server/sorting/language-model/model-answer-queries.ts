import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'

/** The stored answer to an identical request for the same user; undefined where there is none. */
export async function findModelAnswer(tx: Tx, userId: string, questionHash: Buffer): Promise<JsonValue | undefined> {
  const row = await tx
    .selectFrom('app.language_model_answers')
    .select('answer')
    .where('user_id', '=', userId)
    .where('question_hash', '=', questionHash)
    .executeTakeFirst()
  return row?.answer
}

export async function insertModelAnswer(
  tx: Tx,
  row: { userId: string; questionHash: Buffer; answer: unknown },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('app.language_model_answers')
    .values({
      user_id: row.userId,
      question_hash: row.questionHash,
      answer: JSON.stringify(row.answer),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns the number of deleted rows, at most `limit` */
export async function deleteModelAnswersBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from app.language_model_answers where (user_id, question_hash) in (
      select user_id, question_hash from app.language_model_answers
      where created_at < ${before} limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
