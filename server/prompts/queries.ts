import type { Tx } from '../db/database.ts'

/** Prompt analyses kept per user. */
const analysesMaxPerUser = 100

export async function hasMailbox(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('mailboxes')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the language model may see mail of this mailbox; false if the mailbox is gone. */
export async function isModelEnabledForMailbox(tx: Tx, mailboxId: string): Promise<boolean> {
  const found = await tx.selectFrom('mailboxes').select('ask_model').where('id', '=', mailboxId).executeTakeFirst()
  return found?.ask_model ?? false
}

/**
 * Saves how a prompt was understood, so that saving the action stores the plan that was shown. Keeps only the user's
 * newest analyses.
 */
export async function saveAnalysis(
  tx: Tx,
  row: { userId: string; promptHash: Buffer; plan: object; madeBy: 'parser' | 'model'; now: Date },
): Promise<void> {
  const read = { plan: JSON.stringify(row.plan), made_by: row.madeBy, created_at: row.now }
  await tx
    .insertInto('app.prompt_analyses')
    .values({ user_id: row.userId, prompt_hash: row.promptHash, ...read })
    .onConflict((conflict) => conflict.columns(['user_id', 'prompt_hash']).doUpdateSet(read))
    .execute()
  const kept = tx
    .selectFrom('app.prompt_analyses')
    .select('prompt_hash')
    .where('user_id', '=', row.userId)
    .orderBy('created_at', 'desc')
    .limit(analysesMaxPerUser)
  await tx
    .deleteFrom('app.prompt_analyses')
    .where('user_id', '=', row.userId)
    .where('prompt_hash', 'not in', kept)
    .execute()
}

export async function findAnalysis(tx: Tx, at: { userId: string; promptHash: Buffer }) {
  return tx
    .selectFrom('app.prompt_analyses')
    .select(['plan', 'made_by'])
    .where('user_id', '=', at.userId)
    .where('prompt_hash', '=', at.promptHash)
    .executeTakeFirst()
}

interface ActionKey {
  userId: string
  folderId: string
  actionId: string
}

/** A folder's action with its configuration version; null if it does not exist or belongs to another user. */
export async function findConfigVersion(tx: Tx, at: ActionKey): Promise<{ id: string; config_version: number } | null> {
  const found = await tx
    .selectFrom('email_folder_actions')
    .select(['id', 'config_version'])
    .where('user_id', '=', at.userId)
    .where('folder_id', '=', at.folderId)
    .where('action_id', '=', at.actionId)
    .executeTakeFirst()
  return found ?? null
}

/**
 * The same prompt may give another plan when it is saved again. That plan gets a new version, so that a run that has
 * started stops instead of continuing with other steps.
 * @returns the version that the plan belongs to
 */
export async function bumpVersionForNewPlan(
  tx: Tx,
  { folderActionId, configVersion, planHash }: { folderActionId: string; configVersion: number; planHash: Buffer },
): Promise<number> {
  const raised = await tx
    .updateTable('email_folder_actions as f')
    .from('app.action_plans as p')
    .set((eb) => ({ config_version: eb('f.config_version', '+', 1) }))
    .whereRef('p.folder_action_id', '=', 'f.id')
    .whereRef('p.config_version', '=', 'f.config_version')
    .where('f.id', '=', folderActionId)
    .where('p.plan_hash', '<>', planHash)
    .returning('f.config_version')
    .executeTakeFirst()
  return raised?.config_version ?? configVersion
}

/** Saves the plan of an action's newest configuration; each action has one plan. */
export async function upsertPlan(
  tx: Tx,
  row: {
    userId: string
    folderActionId: string
    configVersion: number
    plan: object
    planHash: Buffer
    madeBy: 'parser' | 'model'
    now: Date
  },
): Promise<void> {
  const kept = {
    user_id: row.userId,
    config_version: row.configVersion,
    plan: JSON.stringify(row.plan),
    plan_hash: row.planHash,
    made_by: row.madeBy,
    created_at: row.now,
  }
  await tx
    .insertInto('app.action_plans')
    .values({ folder_action_id: row.folderActionId, ...kept })
    .onConflict((conflict) => conflict.column('folder_action_id').doUpdateSet(kept))
    .execute()
}

export async function deletePlan(tx: Tx, folderActionId: string): Promise<void> {
  await tx.deleteFrom('app.action_plans').where('folder_action_id', '=', folderActionId).execute()
}

/** The plan of a folder's action; null if there is none. */
export async function findPlan(tx: Tx, at: ActionKey) {
  const found = await tx
    .selectFrom('app.action_plans as p')
    .innerJoin('email_folder_actions as f', 'f.id', 'p.folder_action_id')
    .innerJoin('email_actions as a', 'a.id', 'f.action_id')
    .select(['p.plan', 'p.plan_hash', 'p.made_by', 'a.action_type'])
    .whereRef('p.config_version', '=', 'f.config_version')
    .where('f.user_id', '=', at.userId)
    .where('f.folder_id', '=', at.folderId)
    .where('f.action_id', '=', at.actionId)
    .executeTakeFirst()
  return found ?? null
}

/** The plan of a folder's action, of whatever configuration version. */
export async function findLastPlan(tx: Tx, folderActionId: string): Promise<unknown> {
  const found = tx.selectFrom('app.action_plans').select('plan').where('folder_action_id', '=', folderActionId)
  return (await found.executeTakeFirst())?.plan ?? null
}

/** The plan of exactly this configuration version. */
export async function findPlanOfVersion(tx: Tx, at: { folderActionId: string; configVersion: number }) {
  return tx
    .selectFrom('app.action_plans')
    .select(['plan', 'plan_hash'])
    .where('folder_action_id', '=', at.folderActionId)
    .where('config_version', '=', at.configVersion)
    .executeTakeFirst()
}
