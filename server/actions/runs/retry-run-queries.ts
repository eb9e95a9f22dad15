import { answersForwardReason, newSender } from '../engine/action-run-queries.ts'
import { sql } from 'kysely'
import { isNotSuperseded } from '../../shared/blocked-runs.ts'
import type { Tx } from '../../db/database.ts'
import { reopened } from './failed-run-queries.ts'

/** The history row of one of the caller's runs; null if the run does not exist or belongs to another user. */
export async function findRunLogId(tx: Tx, at: { userId: string; runId: string }): Promise<string | null> {
  const run = tx.selectFrom('email_action_runs').select('log_id').where('id', '=', at.runId)
  return (await run.where('user_id', '=', at.userId).executeTakeFirst())?.log_id ?? null
}

/**
 * Sets a failed run back to waiting, with the current configuration version. Its progress stays, so no effect is
 * repeated.
 * @returns its mailbox; null if the run has not failed and is none that only its user starts, a later one of the action
 * replaces it, or it belongs to another user
 */
export async function reopenRun(tx: Tx, at: { userId: string; runId: string }): Promise<string | null> {
  const run = await tx
    .updateTable('email_action_runs as r')
    .set({ ...reopened, reason: keptReason })
    .where('r.id', '=', at.runId)
    .where('r.user_id', '=', at.userId)
    .where((eb) => eb.or([eb('r.status', '=', 'failed'), eb('r.reason', 'in', [newSender, answersForwardReason])]))
    .where(isNotSuperseded)
    .returning('r.mailbox_id')
    .executeTakeFirst()
  return run?.mailbox_id ?? null
}

const keptReason = sql<string | null>`case when r.reason = ${answersForwardReason} then r.reason end`
