import type { z } from 'zod'
import { ActionType } from '../../../contract/action-types.ts'
import { isUsableAction } from '../../../contract/actions.ts'
import { EmailActionsInput, EmailActionsOutput } from '../../../contract/functions/email-actions.ts'
import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { recordAuditEvent } from '../../shared/audit-log.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser, type FunctionCall } from '../../http/routing/route.ts'
import { preparePlan, presentSavedPlan } from '../../prompts/action-plan.ts'
import { applyConfiguration, checkConfiguration, destinationOf } from './apply-configuration.ts'
import { requestConfirmationAfterSaving } from '../forward-addresses/request-address-confirmation.ts'
import { findAddedAgain } from './removed-base-folder-queries.ts'
import {
  addAction,
  findActionType,
  listActions,
  lockConfig,
  lockFolderActions,
  saveConfig,
  saveOrder,
} from './folder-action-queries.ts'

export const emailActions = functionRoute('email-actions', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: EmailActionsInput,
  output: EmailActionsOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof EmailActionsOutput>> {
    const { userId } = user
    if (input.action === 'list') {
      const actions = await ctx.db.asService(listActions)
      return { actions: actions.map((action) => ({ ...action, action_type: ActionType.parse(action.action_type) })) }
    }
    const { folderId } = input
    if (input.action === 'order') {
      await saveActionOrder(ctx, { userId, folderId }, input.actionIds)
      return { success: true }
    }
    const at = { userId, folderId, actionId: input.actionId }
    if (input.action === 'plan') return { plan: await presentSavedPlan(ctx, at) }
    const config = await configureAction(ctx, { user, from }, at, input)
    await recordAuditEvent(ctx, { ...user, action: 'action_set_up', detail: destinationOf(config) }, from)
    await requestConfirmationAfterSaving(ctx, { user, from }, config)
    return { success: true, config, plan: await presentSavedPlan(ctx, at) }
  },
})

/**
 * Validates the whole configuration by the action's type (missing fields get defaults) and saves it with the plan of
 * its prompt. Version 0 adds the action.
 * @returns what is stored
 * @throws AppError `reauthentication_needed`, `forward_address_own`, `action_config_changed` if another configuration
 * was saved after the caller read it. An identical one does not count: the response was lost and the caller repeats the
 * request.
 */
async function configureAction(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'jobs' | 'limits' | 'sealer'>,
  { user, from }: Pick<FunctionCall<unknown>, 'user' | 'from'>,
  at: { userId: string; folderId: string; actionId: string },
  { config: received, configVersion, activate }: Extract<EmailActionsInput, { action: 'config' }>,
): Promise<Record<string, unknown>> {
  const type = (await ctx.db.asService((tx) => findActionType(tx, at))) ?? fail('folder_action_not_found')
  if (!isUsableAction(type)) fail('action_coming_soon')
  const config = await checkConfiguration(ctx, user, type, received)
  const plan = await preparePlan(ctx, { userId: at.userId, type, config })
  return ctx.db.asService(async (tx) => {
    const isAdded = configVersion === 0 && (await addAction(tx, at, config))
    const locked = (await lockConfig(tx, at, config)) ?? fail('folder_action_not_found')
    if (configVersion !== undefined && locked.version !== configVersion && !locked.isUnchanged)
      fail('action_config_changed')
    const mailboxId = (await saveConfig(tx, at, { config, activate })) ?? fail('folder_action_not_found')
    const { id: folderActionId } = locked
    const [again] = isAdded ? await findAddedAgain(tx, at.userId, [{ id: folderActionId, ...at }]) : []
    const former = {
      formerBasePath: isAdded ? again?.basePath : locked.basePath,
      isFormerUnknown: again?.basePath === null,
    }
    const basePath = typeof config['baseFolderPath'] === 'string' ? config['baseFolderPath'] : null
    const about = { at, folderActionId, mailboxId, type, ...former, basePath, plan, ip: from.ip }
    await applyConfiguration(tx, ctx, about)
    return config
  })
}

/** @throws AppError `folder_actions_changed` if the ids are not exactly the folder's current actions */
async function saveActionOrder(
  ctx: Pick<Context, 'db'>,
  at: { userId: string; folderId: string },
  actionIds: readonly string[],
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const actions = await lockFolderActions(tx, at)
    const isComplete =
      actions.length === actionIds.length && new Set(actionIds).isSubsetOf(new Set(actions.map(({ id }) => id)))
    const mailboxId = actions[0]?.mailboxId
    if (!mailboxId || !isComplete || new Set(actionIds).size !== actions.length) fail('folder_actions_changed')
    for (const [position, actionId] of actionIds.entries()) await saveOrder(tx, { ...at, actionId }, position + 1)
    await publishLiveEvent(tx, at.userId, { type: 'folders', mailboxId })
  })
}
