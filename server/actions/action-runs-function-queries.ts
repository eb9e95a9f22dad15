import { answersForwardReason, newSender } from './action-run-queries.ts'
import { sql } from 'kysely'
import { isNotSuperseded } from '../shared/blocked-runs.ts'
import type { Tx } from '../db/database.ts'
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

/** @returns false if the mailbox does not exist or belongs to another user */
export async function setActionsPaused(
  tx: Tx,
  { userId, mailboxId }: { userId: string; mailboxId: string },
  paused: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mailboxes')
    .set({ actions_paused: paused })
    .where('id', '=', mailboxId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Null if the mailbox does not exist or belongs to another user. */
export async function areActionsPaused(
  tx: Tx,
  { userId, mailboxId }: { userId: string; mailboxId: string },
): Promise<boolean | null> {
  const found = tx.selectFrom('mailboxes').select('actions_paused').where('id', '=', mailboxId)
  return (await found.where('user_id', '=', userId).executeTakeFirst())?.actions_paused ?? null
}

/** An action of one of the caller's folders; null if there is none or the folder belongs to another user. */
export async function findActionForDryRun(tx: Tx, at: { userId: string; folderId: string; actionId: string }) {
  const found = await tx
    .selectFrom('email_folder_actions as f')
    .innerJoin('email_actions as a', 'a.id', 'f.action_id')
    .innerJoin('email_folders as folder', 'folder.id', 'f.folder_id')
    .select(['f.id as folderActionId', 'f.config_version as configVersion', 'a.action_type as type'])
    .select('folder.mailbox_id as mailboxId')
    .where('f.user_id', '=', at.userId)
    .where('folder.user_id', '=', at.userId)
    .where('f.folder_id', '=', at.folderId)
    .where('f.action_id', '=', at.actionId)
    .executeTakeFirst()
  return found ?? null
}

/** The requested message of this mailbox's history, or the newest one of the folder. */
export async function findMessageForDryRun(
  tx: Tx,
  at: { userId: string; mailboxId: string; folderId: string; logId: string | undefined },
) {
  const messages = tx
    .selectFrom('email_processing_logs')
    .select(['id as logId', 'message_id as messageId', 'subject', 'from_address as from'])
    .where('user_id', '=', at.userId)
    .where('mailbox_id', '=', at.mailboxId)
  const chosen =
    at.logId === undefined
      ? messages
          .where('target_folder_id', '=', at.folderId)
          .where('status', '=', 'processed')
          .orderBy('processed_at', 'desc')
          .limit(1)
      : messages.where('id', '=', at.logId)
  return (await chosen.executeTakeFirst()) ?? null
}
