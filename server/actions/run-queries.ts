import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { storableJson } from '../db/storable-json.ts'
import type { Rights } from './rights.ts'
import type { RunEnding } from './runner.ts'

/** The run that is next, with all that decides about it. */
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
  rights: Rights
}

/**
 * One run for each active action of the folder that the mail was sorted into, in their order. Where somebody else put it there, only if the
 * mailbox says so, and the mail came after that was said (decision 3); none for mail that lay in the inbox before. @returns how many
 */
export async function insertRuns(tx: Tx, logId: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into public.email_action_runs
      (user_id, mailbox_id, log_id, folder_action_id, action_type, config_version, action_order, created_at)
    select l.user_id, l.mailbox_id, l.id, f.id, a.action_type, f.config_version,
      row_number() over (order by f.action_order, f.id), ${now}::timestamptz
    from public.email_processing_logs l
    join public.mailboxes m on m.id = l.mailbox_id
    join public.email_folders folder on folder.id = l.target_folder_id and folder.active
    join public.email_folder_actions f on f.folder_id = folder.id and f.is_active
    join public.email_actions a on a.id = f.action_id and not a.coming_soon
    where l.id = ${logId}::uuid and l.status = 'processed' and l.backfill_id is null
      and (l.corrected_at is null or (m.act_on_filed and l.received_at >= m.act_on_filed_since))
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The first run of a mail that is not at its end. */
export async function nextRun(tx: Tx, logId: string): Promise<NextRun | null> {
  return (
    (
      await runs(tx)
        .where('r.log_id', '=', logId)
        .where('r.status', 'in', ['waiting', 'running'])
        .orderBy('r.action_order')
        .orderBy('r.created_at')
        .limit(1)
        .execute()
        .then((rows) => rows.map(toNextRun))
    )[0] ?? null
  )
}

/** @returns null where the run is at its end or gone */
export async function rightsOf(tx: Tx, runId: string): Promise<Rights | null> {
  const row = await runs(tx).where('r.id', '=', runId).where('r.status', '=', 'running').executeTakeFirst()
  return row ? toNextRun(row).rights : null
}

function runs(tx: Tx) {
  return (
    tx
      .selectFrom('email_action_runs as r')
      .innerJoin('email_processing_logs as l', 'l.id', 'r.log_id')
      .innerJoin('mailboxes as m', 'm.id', 'r.mailbox_id')
      .leftJoin('email_folder_actions as f', 'f.id', 'r.folder_action_id')
      .select(['r.id', 'r.user_id', 'r.mailbox_id', 'r.log_id', 'r.folder_action_id', 'r.action_type'])
      .select(['l.message_id', 'm.actions_paused', 'm.status as mailbox_status', 'f.config', 'f.is_active'])
      // Asked before each step. Joined, too, these would be planned in all orders, which takes three times as long as to answer.
      .select((eb) => [
        eb.selectFrom('app.action_progress as p').select('p.progress').whereRef('p.run_id', '=', 'r.id').as('progress'),
        eb.selectFrom('email_folders as e').select('e.active').whereRef('e.id', '=', 'f.folder_id').as('active'),
        eb
          .selectFrom('app.service_connections as c')
          .select('c.status')
          .whereRef('c.user_id', '=', 'r.user_id')
          .where(sql<boolean>`r.action_type = 'store_attachment_' || c.provider`)
          .as('connection'),
      ])
      .select(['r.config_version', 'f.config_version as saved_version'])
      .select(sql<boolean>`exists (select from app.automation_switch s where s.stopped)`.as('stopped'))
      .select(
        sql<boolean>`(l.status = 'processed' and l.target_folder_id = f.folder_id
        and not exists (select from app.asked_moves a where a.log_id = l.id))`.as('in_place'),
      )
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof runs>['execute']>>[number]

function toNextRun(row: Row): NextRun {
  const needsConnection = row.action_type.startsWith('store_attachment_')
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
    rights: {
      stopped: row.stopped,
      paused: row.actions_paused,
      mailboxStatus: row.mailbox_status,
      inPlace: row.in_place,
      folderActive: row.active ?? false,
      actionActive: row.is_active ?? false,
      connection: needsConnection ? (row.connection ?? 'missing') : null,
      version: row.config_version,
      savedVersion: row.saved_version,
    },
  }
}

/** @param version of the configuration that it runs with */
export async function beginRun(tx: Tx, runId: string, version: number): Promise<void> {
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
  const stored = storableJson(progress)
  await tx
    .insertInto('app.action_progress')
    .values({ run_id: runId, user_id: userId, progress: stored })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet({ progress: stored, updated_at: sql`now()` }))
    .execute()
}

/** What a run comes to by its runner, or by the engine, which knows of no effects: what an earlier try showed stays then. */
export type RunEnd = Pick<RunEnding, 'status' | 'reason'> & Partial<RunEnding>

/** How far it got is kept only where it may be tried again. */
export async function endRun(
  tx: Tx,
  runId: string,
  { status, reason, effects, note = null }: RunEnd,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('email_action_runs')
    .set({ status, reason, note, ended_at: now, ...(effects ? { effects: storableJson(effects) } : {}) })
    .where('id', '=', runId)
    .execute()
  if (status !== 'failed') await tx.deleteFrom('app.action_progress').where('run_id', '=', runId).execute()
}
