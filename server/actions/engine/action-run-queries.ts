import { sql } from 'kysely'
import type { RunReason } from '../../../contract/action-runs.ts'
import { fileProviderOf } from '../../../contract/actions.ts'
import { notNeeded, responsesTo, type Tx } from '../../db/database.ts'
import type { RunAccount } from '../../shared/blocked-runs.ts'
import { mailboxSignIns } from '../../shared/mailbox-sign-ins.ts'
import { storableJson } from '../../db/storable-json.ts'
import type { RunPreconditions } from './run-preconditions.ts'
import type { RunResult } from '../runner/action-runner.ts'

/** The next run, with everything that decides whether it may continue. */
export interface NextRun {
  runId: string
  userId: string
  mailboxId: string
  logId: string
  messageId: string
  folderActionId: string | null
  type: string
  config: unknown
  progress: unknown
  preconditions: RunPreconditions
  /** See `ActionTarget`. */
  isRequested: boolean
  /** The sign-in of each connected account when the attempt began. */
  signIns: Partial<Record<RunAccount, string>>
}

/**
 * Inserts one run for each active action of the folder that the message was sorted into, in their order. If the user
 * or a rule filed the message, only if the mailbox acts on filed mail and the message arrived after that was switched
 * on. None for mail sorted by a backfill, and once for mail that is filed later. Where the decision holds its actions,
 * they wait for the user as skipped runs.
 * @returns how many are to be run
 */
export async function insertRuns(tx: Tx, logId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ status: string }>`
    insert into public.email_action_runs (user_id, mailbox_id, log_id, folder_action_id, action_type, config_version,
      action_order, created_at, status, reason, ended_at)
    select l.user_id, l.mailbox_id, l.id, f.id, a.action_type, f.config_version,
      row_number() over (order by f.action_order, f.id), ${now}::timestamptz,
      case when held then 'skipped' else 'waiting' end, case when held then ${newSender} end,
      case when held then ${now}::timestamptz end
    from public.email_processing_logs l
    cross join lateral (select l.actions_held and l.corrected_at is null as held) decision
    join public.mailboxes m on m.id = l.mailbox_id
    join public.email_folders folder on folder.active
      and folder.id = case when ${isDelayed} then l.runner_up_folder_id else l.target_folder_id end
    join public.email_folder_actions f on f.folder_id = folder.id and f.is_active
    join public.email_actions a on a.id = f.action_id and not a.coming_soon
    where l.id = ${logId}::uuid and l.backfill_id is null
      and (${isDelayed} or (l.status = 'processed' and not (${hasRunBefore})))
      and (l.corrected_at is null or (m.act_on_filed and l.received_at >= m.act_on_filed_since))
    on conflict do nothing
    returning status`.execute(tx)
  return rows.filter(({ status }) => status === 'waiting').length
}

/** The email is filed later, its actions run at the decision; see `server/sorting/delayed`. */
const isDelayed = sql`l.status = 'left' and l.reason = 'delayed'`
const hasRunBefore = sql`l.corrected_at is null and (l.file_at is not null or l.file_once_read)`

/** Reason of a run that waits until the user starts it. */
export const newSender = 'new_sender' satisfies RunReason
/** Stays the reason of a run that the user has started nevertheless, until it ends. */
export const answersForwardReason = 'answers_forward' satisfies RunReason

/** The first run of a message that has not ended. */
export async function findNextRun(tx: Tx, logId: string): Promise<NextRun | null> {
  const row = await selectRuns(tx)
    .select(signIns.as('sign_ins'))
    .where('r.log_id', '=', logId)
    .where('r.status', 'in', ['waiting', 'running'])
    .orderBy('r.action_order')
    .orderBy('r.created_at')
    .limit(1)
    .executeTakeFirst()
  return row ? toNextRun(row) : null
}

/** Read in one snapshot with the preconditions, so that a later sign-in differs from it. */
const signIns = sql<NextRun['signIns'] | null>`(
  select jsonb_object_agg(s.account, s.sign_in_id) from (
    select 'mailbox' as account, m.sign_in_id from ${mailboxSignIns} m where m.mailbox_id = r.mailbox_id
    union all
    select c.provider, c.sign_in_id from app.service_connections c where c.user_id = r.user_id) s)`

/** @returns null if the run has ended or is gone */
export async function findRunPreconditions(tx: Tx, runId: string): Promise<RunPreconditions | null> {
  const row = await selectRuns(tx).where('r.id', '=', runId).where('r.status', '=', 'running').executeTakeFirst()
  return row ? toPreconditions(row) : null
}

function selectRuns(tx: Tx) {
  return (
    tx
      .selectFrom('email_action_runs as r')
      .innerJoin('email_processing_logs as l', 'l.id', 'r.log_id')
      .innerJoin('mailboxes as m', 'm.id', 'r.mailbox_id')
      .leftJoin('email_folder_actions as f', 'f.id', 'r.folder_action_id')
      .select(['r.id', 'r.user_id', 'r.mailbox_id', 'r.log_id', 'r.folder_action_id', 'r.action_type', 'r.reason'])
      .select(['l.message_id', 'm.actions_paused', 'm.status as mailbox_status', 'f.config', 'f.is_active'])
      // Subqueries, not joins: this runs before each effect, and planning the join orders takes three times as long
      // as the query.
      .select((eb) => [
        eb.selectFrom('app.action_progress as p').select('p.progress').whereRef('p.run_id', '=', 'r.id').as('progress'),
        eb.selectFrom('email_folders as e').select('e.active').whereRef('e.id', '=', 'f.folder_id').as('active'),
        eb
          .selectFrom('email_folders as e')
          .select(sql<boolean>`e.deleted_in_outlook_at is not null`.as('deleted'))
          .whereRef('e.id', '=', 'f.folder_id')
          .as('deleted'),
        eb
          .selectFrom('app.service_connections as c')
          .select('c.status')
          .whereRef('c.user_id', '=', 'r.user_id')
          .where(sql<boolean>`r.action_type = 'store_attachment_' || c.provider`)
          .as('connection'),
      ])
      .select(['r.config_version', 'f.config_version as saved_version'])
      .select(sql<boolean>`exists (select from app.automation_switch s where s.stopped)`.as('stopped'))
      // A removed action has no folder: the message is where it was put.
      .select(
        sql<boolean>`(case when ${isDelayed} then l.runner_up_folder_id = coalesce(f.folder_id, l.runner_up_folder_id)
          else l.status in ('processed', 'processing')
            and l.target_folder_id = coalesce(f.folder_id, l.target_folder_id) end
        and not exists (select from app.requested_moves a where a.log_id = l.id))`.as('in_folder'),
      )
  )
}

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['execute']>>[number]

function toNextRun(row: RunRow & { sign_ins: NextRun['signIns'] | null }): NextRun {
  return {
    runId: row.id,
    userId: row.user_id,
    mailboxId: row.mailbox_id,
    logId: row.log_id,
    messageId: row.message_id,
    folderActionId: row.folder_action_id,
    type: row.action_type,
    config: row.config,
    progress: row.progress,
    preconditions: toPreconditions(row),
    isRequested: row.reason === answersForwardReason,
    signIns: row.sign_ins ?? {},
  }
}

function toPreconditions(row: RunRow): RunPreconditions {
  const needsConnection = fileProviderOf(row.action_type) !== null
  return {
    stopped: row.stopped,
    paused: row.actions_paused,
    mailboxStatus: row.mailbox_status,
    isMessageInFolder: row.in_folder,
    isFolderDeleted: row.deleted ?? false,
    folderActive: row.active ?? false,
    actionActive: row.is_active ?? false,
    connection: needsConnection ? (row.connection ?? 'missing') : null,
    version: row.config_version,
    savedVersion: row.saved_version,
  }
}

/** @param version configuration version that the run uses */
export async function markRunning(tx: Tx, runId: string, version: number): Promise<void> {
  await tx
    .updateTable('email_action_runs')
    .set({ status: 'running', config_version: version })
    .where('id', '=', runId)
    .execute()
}

export async function saveProgress(
  tx: Tx,
  { runId, userId, progress }: { runId: string; userId: string; progress: object },
): Promise<void> {
  // Not the time at which the transaction began: it may have waited for a lock.
  const change = { progress: storableJson(progress), updated_at: sql<Date>`clock_timestamp()` }
  await tx
    .insertInto('app.action_progress')
    .values({ run_id: runId, user_id: userId, ...change })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(change))
    .execute()
}

/** A run's result. Without `effects` (the runner did not end the run itself) those of an earlier attempt stay. */
export type PartialRunResult = Pick<RunResult, 'status' | 'reason'> &
  Partial<RunResult> & {
    /** The account that refused, where the failure names it; see `blockingAccount` in `finish-run.ts`. */
    blockedBy?: RunAccount | null
  }

/**
 * Progress is kept only for failed runs, which can be retried.
 * @param blocked the account whose refusal ended the run, and its sign-in that was used
 */
export async function saveRunResult(
  tx: Tx,
  runId: string,
  { status, reason, effects, note = null }: Omit<PartialRunResult, 'blockedBy'>,
  { now, blocked }: { now: Date; blocked: { by: RunAccount; signInId: string | null } | null },
): Promise<void> {
  const saved = tx
    .updateTable('email_action_runs')
    .set({
      status,
      reason,
      note,
      ended_at: now,
      blocked_by: blocked?.by ?? null,
      blocked_sign_in_id: blocked?.signInId ?? null,
      ...(effects ? { effects: storableJson(effects) } : {}),
    })
    .where('id', '=', runId)
    .execute()
  const progress = tx.deleteFrom('app.action_progress').where('run_id', '=', runId)
  await responsesTo([saved, status === 'failed' ? notNeeded : progress.execute()])
}
