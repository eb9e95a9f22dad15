import { sql } from 'kysely'
import { isNotSuperseded, isUnblocked } from '../../shared/blocked-runs.ts'
import type { Tx } from '../../db/database.ts'

/** Values of a run `r` that waits again, with the current configuration version. */
export const reopened = {
  status: 'waiting',
  reason: null,
  note: null,
  ended_at: null,
  blocked_by: null,
  blocked_sign_in_id: null,
  config_version: sql<number>`coalesce(
    (select f.config_version from public.email_folder_actions f where f.id = r.folder_action_id),
    r.config_version)`,
} as const

/**
 * Which failed runs of a user to retry: those whose account the user has signed in to again, or all that had failed
 * at a moment (of one mailbox, or of all).
 */
export type FailedRuns = { userId: string } & (
  | { kind: 'unblocked' }
  | { kind: 'all'; mailboxId: string | null; failedUntil: Date }
)

/** Runs whose effect is unknown are left out: their user has to look first. */
function selectFailedRuns(tx: Tx, which: FailedRuns) {
  const failed = tx
    .selectFrom('email_action_runs as r')
    .where('r.user_id', '=', which.userId)
    .where('r.status', '=', 'failed')
    .where(isNotSuperseded)
  if (which.kind === 'unblocked') return failed.where('r.blocked_by', 'is not', null).where(isUnblocked)
  const { mailboxId, failedUntil } = which
  return failed
    .where('r.reason', '<>', 'unclear_outcome')
    .where('r.ended_at', '<=', failedUntil)
    .$if(mailboxId !== null, (query) => query.where('r.mailbox_id', '=', mailboxId))
}

export async function countFailedRuns(tx: Tx, which: FailedRuns): Promise<number> {
  const counted = selectFailedRuns(tx, which).select((eb) => eb.fn.countAll<number>().as('runs'))
  return (await counted.executeTakeFirstOrThrow()).runs
}

/** Number of failed runs that only their user can retry one by one. */
export async function countUnclearRuns(tx: Tx, at: { userId: string; mailboxId: string | null }): Promise<number> {
  const counted = tx
    .selectFrom('email_action_runs as r')
    .select((eb) => eb.fn.countAll<number>().as('runs'))
    .where('r.user_id', '=', at.userId)
    .where('r.status', '=', 'failed')
    .where('r.reason', '=', 'unclear_outcome')
    .$if(at.mailboxId !== null, (query) => query.where('r.mailbox_id', '=', at.mailboxId))
  return (await counted.executeTakeFirstOrThrow()).runs
}

/** The oldest of these runs. Not locked: another worker may retry them first. */
export const findOldestFailedRuns = (tx: Tx, which: FailedRuns, limit: number) =>
  selectFailedRuns(tx, which)
    .select(['r.id', 'r.log_id as logId', 'r.created_at as createdAt'])
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(limit)
    .execute()

/** @returns a message of each mailbox whose runs wait again */
export async function reopenRuns(tx: Tx, runIds: string[]): Promise<{ mailboxId: string; logId: string }[]> {
  const runs = await tx
    .updateTable('email_action_runs as r')
    .set(reopened)
    .where('r.id', 'in', runIds)
    .where('r.status', '=', 'failed')
    .returning(['r.mailbox_id as mailboxId', 'r.log_id as logId'])
    .execute()
  return [...new Map(runs.map((run) => [run.mailboxId, run])).values()]
}
