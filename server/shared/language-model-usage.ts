import { sql } from 'kysely'
import { defaultTimeZone, localDay } from '../../contract/local-days.ts'
import type { Tx } from '../db/database.ts'

/** Use of the language model for sorting. Answers to identical questions are stored and cost no call. */
interface ModelUsage {
  calls: number
  /** Messages in these calls; a message that is asked about twice counts twice. */
  mails: number
  /** Of `mails`: those of which instructions and learning choose different folders. */
  conflicts: number
  /** Valid answers, one per message. */
  answers: number
  /** As the provider reports them; 0 where it reports none. */
  inputTokens: number
  outputTokens: number
}

/** Adds to the usage of a day (`YYYY-MM-DD`) in the user's time zone. */
export async function recordModelUsage(tx: Tx, userId: string, day: string, usage: ModelUsage): Promise<void> {
  const { calls, mails, conflicts, answers, inputTokens, outputTokens } = usage
  await sql`
    insert into app.language_model_usage as u (
      user_id, day, calls, mails, conflicts, answers, input_tokens, output_tokens)
    values (
      ${userId}, ${day}, ${calls}, ${mails}, ${conflicts}, ${answers}, ${inputTokens}, ${outputTokens})
    on conflict (user_id, day) do update set
      calls = u.calls + excluded.calls, mails = u.mails + excluded.mails, conflicts = u.conflicts + excluded.conflicts,
      answers = u.answers + excluded.answers,
      input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens`.execute(tx)
}

/**
 * How much the user's sorting has used the language model since a day (`YYYY-MM-DD`): calls, messages in these calls,
 * how many of them were conflicts, and tokens of questions and answers. All are 0 where no model is configured.
 * `mails / calls` is what batching saves. How many decisions the model made is in the processing log
 * (`decided_by = 'model'`), because a stored answer decides without a call. Call it as `service_role`.
 */
export async function modelUsageOf(
  tx: Tx,
  userId: string,
  since: string,
): Promise<{ calls: number; mails: number; conflicts: number; tokens: number }> {
  const { rows } = await sql<{ calls: string; mails: string; conflicts: string; tokens: string }>`
    select coalesce(sum(calls), 0) as calls, coalesce(sum(mails), 0) as mails,
      coalesce(sum(conflicts), 0) as conflicts, coalesce(sum(input_tokens + output_tokens), 0) as tokens
    from app.language_model_usage where user_id = ${userId} and day >= ${since}`.execute(tx)
  const [row] = rows
  return {
    calls: Number(row?.calls ?? 0),
    mails: Number(row?.mails ?? 0),
    conflicts: Number(row?.conflicts ?? 0),
    tokens: Number(row?.tokens ?? 0),
  }
}

/** @returns the number of deleted rows, at most `limit` */
export async function deleteModelUsageBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const day = localDay(before, defaultTimeZone)
  const { numAffectedRows } = await sql`
    delete from app.language_model_usage where (user_id, day) in (
      select user_id, day from app.language_model_usage where day < ${day} limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
