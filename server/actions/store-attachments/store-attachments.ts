import { actionRunTexts } from '../../../contract/action-runs.ts'
import type { StoreActionType } from '../../../contract/actions.ts'
import { effectLabelMaxLength } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { findConnections } from '../../connections/connection-queries.ts'
import { findPlanForRun, preparePlan } from '../../prompts/action-plan.ts'
import { readMessage } from '../runner/read-message.ts'
import type { ActionRunner } from '../runner/action-runner.ts'
import { resultForReason } from './storing-result.ts'
import { folderPathOf } from './attachment-destination.ts'
import { loadAttachmentRows, planAttachments, storePlannedAttachments } from './store-planned-attachments.ts'
import type { StoringTarget, StoringRun } from './storing-run.ts'
import { baseFolderTooLongText, describeSkipped } from './describe-skipped.ts'

/**
 * Stores a message's attachments in a connected service: one runner for all services. Files in the service are never
 * overwritten.
 */
export const storeAttachments: ActionRunner<StoreActionType> = {
  async run(ctx, given) {
    const run: StoringRun = { ...given, step: 0, earlierEffects: [] }
    const message = await readMessage(ctx, run)
    if (typeof message === 'string')
      return resultForReason('skipped', message, { rows: await loadAttachmentRows(ctx, run) })
    const plan = await ctx.db.asService((tx) => findPlanForRun(tx, given))
    if (!plan) return resultForReason('failed', 'plan_missing', { rows: await loadAttachmentRows(ctx, run) })
    if (plan.kind !== 'store')
      return resultForReason('failed', 'plan_refused', { rows: await loadAttachmentRows(ctx, run) })
    return storePlannedAttachments(ctx, run, message, plan)
  },

  async dryRun(ctx, about) {
    const none = { effects: [], text: null }
    const message = await readMessage(ctx, about)
    if (typeof message === 'string') return { ...none, notes: [actionRunTexts[message]] }
    const { userId, config } = about
    const made = await preparePlan(ctx, { userId, type: `store_attachment_${config.provider}`, config })
    if (made?.plan.kind !== 'store') return { ...none, notes: [actionRunTexts.plan_missing] }
    const files = await planAttachments(ctx, about, message, made.plan)
    if (files === 'mail_gone') fail(files)
    if (!files) return { ...none, notes: [baseFolderTooLongText] }
    const stored = files.filter(({ skipReason }) => skipReason === null)
    const notes = describeSkipped(
      files.flatMap(({ attachment: { name }, skipReason }) =>
        skipReason === null ? [] : [{ name, reason: skipReason }],
      ),
    )
    if (stored.length === 0) notes.unshift(actionRunTexts.nothing_to_do)
    if (!(await isConnected(ctx, about))) notes.unshift(actionRunTexts.not_connected)
    return {
      effects: stored.map(({ name, folder }) => ({
        kind: 'file',
        label: `Store “${name}” in ${folderPathOf(folder)}`.slice(0, effectLabelMaxLength),
        url: null,
      })),
      text: null,
      notes,
    }
  },
}

async function isConnected(ctx: Pick<Context, 'db'>, { userId, config }: StoringTarget): Promise<boolean> {
  const connections = await ctx.db.asService((tx) => findConnections(tx, userId))
  return connections.some(({ provider, status }) => provider === config.provider && status === 'active')
}
