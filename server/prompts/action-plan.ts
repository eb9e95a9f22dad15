import { ShownPlan } from '../../contract/functions/prompts.ts'
import { fileProviderOf, isUsableAction, planPrompt, type UsableActionType } from '../../contract/actions.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { describeSteps, listSteps, summarizeSteps } from './describe-plan.ts'
import { makePlan } from './make-plan.ts'
import { AttachmentFilter, StoredPlan } from './plan-schema.ts'
import { planHash, type PlanKind, promptHash } from './plan-hash.ts'
import { loadPlatformStates, requiredPlatforms } from './platform-states.ts'
import {
  findAnalysis,
  findLastPlan,
  findPlan,
  findPlanOfVersion,
  upsertPlan,
  deletePlan,
  bumpVersionForNewPlan,
  findConfigVersion,
} from './queries.ts'

interface ActionKey {
  userId: string
  folderId: string
  actionId: string
}

export interface PreparedPlan {
  plan: StoredPlan
  madeBy: 'parser' | 'model'
}

/**
 * The plan that a run executes: the one shown to the user, of this configuration version, unchanged since it was
 * saved (verified by its hash). An action that was added but never configured stores everything. Null if there is
 * none; the run then ends as `plan_missing`.
 */
export async function findPlanForRun(
  tx: Tx,
  { folderActionId, configVersion, config }: { folderActionId: string; configVersion: number; config: object },
): Promise<StoredPlan | null> {
  const row = await findPlanOfVersion(tx, { folderActionId, configVersion })
  if (!row) return 'provider' in config && promptFromConfig({ ...config }) === '' ? storeEverythingPlan : null
  const plan = StoredPlan.safeParse(row.plan)
  return plan.success && planHash(plan.data).equals(row.plan_hash) ? plan.data : null
}

/** The plan that was saved last, whatever was configured since; null if there is none. */
export async function findStoredPlan(tx: Tx, folderActionId: string): Promise<StoredPlan | null> {
  return StoredPlan.safeParse(await findLastPlan(tx, folderActionId)).data ?? null
}

const planKindOf = (type: UsableActionType): PlanKind | null =>
  fileProviderOf(type) ? 'store' : type === 'ai_agent_action' ? 'agent' : null
const storeEverythingPlan: StoredPlan = { kind: 'store', filter: AttachmentFilter.parse({}), folder: [] }

/**
 * The plan for a configuration: the plan that was shown for this prompt if it was analysed before, otherwise a new
 * one. Null for actions without a plan, and if nothing of the prompt could be planned. Storing without a prompt
 * stores everything. May call the language model, so do not call it in a transaction.
 */
export async function preparePlan(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'jobs' | 'limits'>,
  { userId, type, config }: { userId: string; type: UsableActionType; config: Readonly<Record<string, unknown>> },
): Promise<PreparedPlan | null> {
  const kind = planKindOf(type)
  if (!kind) return null
  const prompt = promptFromConfig(config)
  if (prompt === '') return kind === 'store' ? { plan: storeEverythingPlan, madeBy: 'parser' } : null
  const shown = await ctx.db.asService((tx) => findAnalysis(tx, { userId, promptHash: promptHash(prompt, kind) }))
  const kept = StoredPlan.safeParse(shown?.plan)
  if (shown && kept.success && kept.data.kind === kind) return { plan: kept.data, madeBy: shown.made_by }
  const { plan, madeBy } = await makePlan(ctx, { userId, prompt, kind })
  return plan && { plan, madeBy }
}

function promptFromConfig({ prompt, instructions }: Readonly<Record<string, unknown>>): string {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
  return planPrompt({ prompt: textOf(prompt), instructions: textOf(instructions) })
}

/**
 * Saves the plan in the transaction that saves the configuration. From then on the plan is fixed: processing a
 * message never changes it. Without a plan, an earlier one is deleted.
 */
export async function savePlan(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  at: ActionKey,
  made: PreparedPlan | null,
): Promise<void> {
  const action = await findConfigVersion(tx, at)
  if (!action) return
  if (!made) return deletePlan(tx, action.id)
  const hash = planHash(made.plan)
  const about = { folderActionId: action.id, configVersion: action.config_version, planHash: hash }
  await upsertPlan(tx, {
    userId: at.userId,
    folderActionId: action.id,
    configVersion: await bumpVersionForNewPlan(tx, about),
    plan: made.plan,
    planHash: hash,
    madeBy: made.madeBy,
    now: ctx.clock.now(),
  })
}

/** The plan that an action executes, for the page; null if it has none. */
export async function presentSavedPlan(ctx: Pick<Context, 'db' | 'vendors'>, at: ActionKey): Promise<ShownPlan | null> {
  const row = await ctx.db.asService((tx) => findPlan(tx, at))
  const plan = StoredPlan.safeParse(row?.plan)
  if (!row || !plan.success || !isUsableAction(row.action_type)) return null
  const steps = listSteps(plan.data, fileProviderOf(row.action_type) ?? 'dropbox')
  const states = await loadPlatformStates(ctx, at.userId)
  return ShownPlan.parse({
    summary: summarizeSteps(steps),
    steps: describeSteps(steps),
    requiredPlatforms: requiredPlatforms(
      steps.map(({ platform }) => platform),
      states,
    ),
    madeBy: row.made_by,
    hash: row.plan_hash.toString('hex'),
  })
}
