import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'

/** The stored answers to identical requests for the same user, by the hash of the question (hexadecimal). */
export async function findModelAnswers(
  tx: Tx,
  userId: string,
  questionHashes: readonly string[],
): Promise<Map<string, JsonValue>> {
  const { rows } = await sql<{ hash: string; answer: JsonValue }>`
    select encode(a.question_hash, 'hex') as hash, a.answer
    from unnest(${questionHashes}::text[]) as asked (hash)
    join app.language_model_answers a on a.user_id = ${userId}::uuid and a.question_hash = decode(asked.hash, 'hex')
    `.execute(tx)
  return new Map(rows.map(({ hash, answer }) => [hash, answer]))
}

export async function insertModelAnswer(
  tx: Tx,
  row: { userId: string; questionHash: string; answer: unknown },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('app.language_model_answers')
    .values({
      user_id: row.userId,
      question_hash: Buffer.from(row.questionHash, 'hex'),
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
