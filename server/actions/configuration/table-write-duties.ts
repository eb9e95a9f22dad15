import { z } from 'zod'
import type { UsableActionType } from '../../../contract/actions.ts'
import type { Context } from '../../context.ts'
import { recordAuditEvent } from '../../shared/audit-log.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../errors.ts'
import type { FunctionCall } from '../../http/routing/route.ts'
import type { Caller } from '../../http/request/caller.ts'
import { preparePlan } from '../../prompts/action-plan.ts'
import { renewConfirmation, requestConfirmationAfterSaving } from '../forward-addresses/request-address-confirmation.ts'
import { lockConfig } from './folder-action-queries.ts'
import {
  findAddedAgain,
  readActionRows,
  saveRemovedBaseFolders,
  type AddedAgain,
} from './removed-base-folder-queries.ts'
import { readWrittenActions, type WrittenAction } from './written-action-queries.ts'
import { applyConfiguration, checkConfiguration, destinationOf } from './apply-configuration.ts'

/** Actions that one request to the table configures: each has audit entries, and may ask a language model. */
const maxWrittenConfigurations = 20

interface Writer {
  user: Pick<Caller, 'userId' | 'sessionId'>
  from: FunctionCall<unknown>['from']
}

/**
 * The steps of the function `email-actions` for what a client writes through the table: validation and a recent sign-in
 * for a new address before the commit; after it the audit log, the plan of a prompt, and what the owner of the account
 * and of an address are reported.
 */
export async function folderActionWriteDuties(ctx: Context, tx: Tx, writer: Writer): Promise<() => Promise<void>> {
  const written = await readWrittenActions(tx, await trackRemovedActions(ctx, tx, writer.user.userId))
  const configured = written.filter(({ change }) => change === 'configured')
  if (configured.length > maxWrittenConfigurations)
    fail('invalid_input', `A request may configure at most ${maxWrittenConfigurations} actions.`)
  for (const { type, config } of configured)
    if (!isUnset(type, config)) await checkConfiguration(ctx, writer.user, type, config)
  return async () => {
    for (const action of configured) await followConfiguration(ctx, action, writer)
    const ids = new Set(configured.map(({ id }) => id))
    for (const { config } of written.filter(({ id }) => !ids.has(id))) {
      const detail = destinationOf(config)
      await recordAuditEvent(ctx, { ...writer.user, action: 'action_switched_on', detail }, writer.from)
      // The link of the request may have expired while the action was off.
      await renewConfirmation(ctx, writer, config)
    }
  }
}

/**
 * Removing an action and adding it again changes its base folder as well. What is removed is saved in a transaction of
 * its own, which ends before the removal is visible: the two requests may come at once.
 */
async function trackRemovedActions(ctx: Context, tx: Tx, userId: string): Promise<AddedAgain[]> {
  const rows = await readActionRows(tx)
  if (rows.length === 0) return []
  const { insert: added = [], delete: removed = [] } = Object.groupBy(rows, ({ change }) => change)
  return ctx.db.asService(async (own) => {
    await saveRemovedBaseFolders(own, userId, removed)
    return findAddedAgain(own, userId, added)
  })
}

/** A forward that was added and has no address yet does nothing. */
const isUnset = (type: UsableActionType, { destination_email: address }: Record<string, unknown>): boolean =>
  type === 'forward_mail' && (address === undefined || address === '')

async function followConfiguration(ctx: Context, action: WrittenAction, { user, from }: Writer): Promise<void> {
  const { userId } = user
  const { type, config, folderId, actionId, mailboxId, formerBasePath, isFormerUnknown } = action
  await recordAuditEvent(ctx, { ...user, action: 'action_set_up', detail: destinationOf(config) }, from)
  const at = { userId, folderId, actionId }
  const plan = await preparePlan(ctx, { userId, type, config })
  await ctx.db.asService(async (tx) => {
    // Another request may have saved another configuration meanwhile, with its own plan.
    if (!(await lockConfig(tx, at, config))?.isUnchanged) return
    const basePath = z.string().safeParse(config['baseFolderPath']).data
    const former = { formerBasePath, isFormerUnknown }
    const about = { at, folderActionId: action.id, mailboxId, type, ...former, basePath, plan, ip: from.ip }
    await applyConfiguration(tx, ctx, about)
  })
  await requestConfirmationAfterSaving(ctx, { user, from }, config)
}
