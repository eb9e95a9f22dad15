import type { z } from 'zod'
import { ActionType, actionConfigs, isUsableAction } from '../../contract/actions.ts'
import { EmailActionsInput, EmailActionsOutput } from '../../contract/functions/email-actions.ts'
import type { Context } from '../context.ts'
import { tellPages } from '../db/live.ts'
import { noteInTrail } from '../db/security-trail.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import { planToStore, shownPlan, storePlan } from '../prompts/action-plan.ts'
import { askAfterSaving } from './forward-addresses/ask-address.ts'
import { addedActionType, allActions, heldConfig, holdActionsOf, saveConfig, saveOrder } from './queries.ts'
import { readConfig } from './read-config.ts'

export const emailActions = fn('email-actions', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: EmailActionsInput,
  output: EmailActionsOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof EmailActionsOutput>> {
    const { userId } = user
    if (input.action === 'list') {
      const actions = await ctx.db.asService(allActions)
      return { actions: actions.map((action) => ({ ...action, action_type: ActionType.parse(action.action_type) })) }
    }
    const { folderId } = input
    if (input.action === 'order') {
      await order(ctx, { userId, folderId }, input.actionIds)
      return { success: true }
    }
    const at = { userId, folderId, actionId: input.actionId }
    if (input.action === 'plan') return { plan: await shownPlan(ctx, at) }
    const config = await configure(ctx, at, input)
    await noteInTrail(ctx, { ...user, action: 'action_set_up' }, from)
    await askAfterSaving(ctx, { user, from }, config)
    return { success: true, config, plan: await shownPlan(ctx, at) }
  },
})

/**
 * Checked by the type of the action, whole: what is left out becomes the default. The plan of its prompt is stored with it.
 * @returns what is stored
 * @throws Failure `action_config_changed` where another one was saved since the caller has read it. The very same one is no other: an
 * answer was lost, and the caller asks again.
 */
async function configure(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'limits'>,
  at: { userId: string; folderId: string; actionId: string },
  { config: given, configVersion }: { config: Record<string, unknown>; configVersion?: number | undefined },
): Promise<Record<string, unknown>> {
  const type = (await ctx.db.asService((tx) => addedActionType(tx, at))) ?? fail('folder_action_not_found')
  if (!isUsableAction(type)) fail('action_coming_soon')
  const config = readConfig<Record<string, unknown>>(actionConfigs[type], given)
  const plan = await planToStore(ctx, { userId: at.userId, type, config })
  return ctx.db.asService(async (tx) => {
    const held = (await heldConfig(tx, at, config)) ?? fail('folder_action_not_found')
    if (configVersion !== undefined && held.version !== configVersion && !held.isSame) fail('action_config_changed')
    const mailboxId = (await saveConfig(tx, at, config)) ?? fail('folder_action_not_found')
    await storePlan(ctx, tx, at, plan)
    await tellPages(tx, at.userId, { type: 'folders', mailboxId })
    return config
  })
}

/** @throws Failure `folder_actions_changed` where these are not the folder's actions, or no longer all of them */
async function order(
  ctx: Pick<Context, 'db'>,
  at: { userId: string; folderId: string },
  actionIds: readonly string[],
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const added = await holdActionsOf(tx, at)
    const isWhole =
      added.length === actionIds.length && new Set(actionIds).isSubsetOf(new Set(added.map(({ id }) => id)))
    const mailboxId = added[0]?.mailboxId
    if (!mailboxId || !isWhole || new Set(actionIds).size !== added.length) fail('folder_actions_changed')
    for (const [place, actionId] of actionIds.entries()) await saveOrder(tx, { ...at, actionId }, place + 1)
    await tellPages(tx, at.userId, { type: 'folders', mailboxId })
  })
}
