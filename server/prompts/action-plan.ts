import { FileProvider } from '../../contract/providers.ts'
import { ShownPlan } from '../../contract/functions/prompts.ts'
import { isUsableAction, planWords, type UsableActionType } from '../../contract/actions.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { describeSteps, stepsOf, summaryOf } from './describe-plan.ts'
import { makePlan } from './make-plan.ts'
import { AttachmentFilter, StoredPlan } from './plan.ts'
import { planHash, type PlanKind, promptHash } from './plan-hash.ts'
import { platformStates, requiredPlatforms } from './platforms.ts'
import { analysisOf, planAt, planOfVersion, putPlan, removePlan, versionForPlan, versionOf } from './queries.ts'

interface At {
  userId: string
  folderId: string
  actionId: string
}

export interface PlanToStore {
  plan: StoredPlan
  madeBy: 'parser' | 'model'
}

/**
 * The plan that a run has to follow, as it was shown: of this version of the configuration, and unchanged since (its hash). An action that
 * was added and never set up stores everything. Null: there is none, and the run ends as `plan_missing`.
 */
export async function planForRun(
  tx: Tx,
  { folderActionId, configVersion, config }: { folderActionId: string; configVersion: number; config: object },
): Promise<StoredPlan | null> {
  const row = await planOfVersion(tx, { folderActionId, configVersion })
  if (!row) return 'provider' in config && promptOf({ ...config }) === '' ? everything : null
  const plan = StoredPlan.safeParse(row.plan)
  return plan.success && planHash(plan.data).equals(row.plan_hash) ? plan.data : null
}

const kinds: Partial<Record<UsableActionType, PlanKind>> = {
  store_attachment_dropbox: 'store',
  store_attachment_google_drive: 'store',
  store_attachment_onedrive: 'store',
  ai_agent_action: 'agent',
}
const everything: StoredPlan = { kind: 'store', filter: AttachmentFilter.parse({}), folder: [] }

/**
 * What an action with this configuration is to run: the very plan that was shown for its prompt where that was analysed, else one made now.
 * Null for actions without a plan, and where nothing of the prompt could be planned. Storing without a prompt is storing everything.
 * Asks the model where there is one: not to be called within a transaction.
 */
export async function planToStore(
  ctx: Pick<Context, 'db' | 'vendors' | 'events' | 'limits'>,
  { userId, type, config }: { userId: string; type: UsableActionType; config: Readonly<Record<string, unknown>> },
): Promise<PlanToStore | null> {
  const kind = kinds[type]
  if (!kind) return null
  const prompt = promptOf(config)
  if (prompt === '') return kind === 'store' ? { plan: everything, madeBy: 'parser' } : null
  const shown = await ctx.db.asService((tx) => analysisOf(tx, { userId, promptHash: promptHash(prompt, kind) }))
  const kept = StoredPlan.safeParse(shown?.plan)
  if (shown && kept.success && kept.data.kind === kind) return { plan: kept.data, madeBy: shown.made_by }
  const { plan, madeBy } = await makePlan(ctx, { userId, prompt, kind })
  return plan && { plan, madeBy }
}

function promptOf({ prompt, instructions }: Readonly<Record<string, unknown>>): string {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
  return planWords({ prompt: textOf(prompt), instructions: textOf(instructions) })
}

/** Stores the plan with the configuration that was just saved, in the same transaction; without one, what was there goes. */
export async function storePlan(ctx: Pick<Context, 'clock'>, tx: Tx, at: At, made: PlanToStore | null): Promise<void> {
  const action = await versionOf(tx, at)
  if (!action) return
  if (!made) return removePlan(tx, action.id)
  const hash = planHash(made.plan)
  const about = { folderActionId: action.id, configVersion: action.config_version, planHash: hash }
  await putPlan(tx, {
    userId: at.userId,
    folderActionId: action.id,
    configVersion: await versionForPlan(tx, about),
    plan: made.plan,
    planHash: hash,
    madeBy: made.madeBy,
    now: ctx.clock.now(),
  })
}

/** The plan that an action runs; null where it has none. */
export async function shownPlan(ctx: Pick<Context, 'db' | 'vendors'>, at: At): Promise<ShownPlan | null> {
  const row = await ctx.db.asService((tx) => planAt(tx, at))
  const plan = StoredPlan.safeParse(row?.plan)
  if (!row || !plan.success || !isUsableAction(row.action_type)) return null
  const store = FileProvider.safeParse(row.action_type.replace('store_attachment_', ''))
  const steps = stepsOf(plan.data, store.success ? store.data : 'dropbox')
  const states = await platformStates(ctx, at.userId)
  return ShownPlan.parse({
    summary: summaryOf(steps),
    steps: describeSteps(steps),
    requiredPlatforms: requiredPlatforms(
      steps.map(({ platform }) => platform),
      states,
    ),
    madeBy: row.made_by,
    hash: row.plan_hash.toString('hex'),
  })
}
