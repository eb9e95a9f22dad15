import { actionRunTexts } from '../../../contract/action-runs.ts'
import type { Context } from '../../context.ts'
import { connectionsOf } from '../../connections/queries.ts'
import { planForRun, planToStore } from '../../prompts/action-plan.ts'
import { readMail } from '../read-mail.ts'
import type { ActionRunner } from '../runner.ts'
import { endedBy } from './ending.ts'
import { pathOf } from './place.ts'
import { ledger, planStoring, storePlanned } from './store-planned.ts'
import type { StoreType, StoringAbout, StoringRun } from './store-run.ts'
import { baseFolderTooLong, leftOutNotes } from './words.ts'

/** Stores the attachments of a mail in a connected service: one runner for all of them. Nothing there is ever overwritten (decision T12). */
export const storeAttachments: ActionRunner<StoreType> = {
  async run(ctx, given) {
    const run: StoringRun = { ...given, step: 0, shownBefore: [] }
    const mail = await readMail(ctx, run)
    if (!mail) return endedBy('skipped', 'mail_gone', { rows: await ledger(ctx, run) })
    const plan = await ctx.db.asService((tx) => planForRun(tx, given))
    if (!plan) return endedBy('failed', 'plan_missing', { rows: await ledger(ctx, run) })
    if (plan.kind !== 'store') return endedBy('failed', 'plan_refused', { rows: await ledger(ctx, run) })
    return storePlanned(ctx, run, mail, plan)
  },

  async test(ctx, about) {
    const none = { effects: [], text: null }
    const mail = await readMail(ctx, about)
    if (!mail) return { ...none, notes: [actionRunTexts.mail_gone] }
    const { userId, config } = about
    const made = await planToStore(ctx, { userId, type: `store_attachment_${config.provider}`, config })
    if (made?.plan.kind !== 'store') return { ...none, notes: [actionRunTexts.plan_missing] }
    const files = await planStoring(ctx, about, mail, made.plan)
    if (!files) return { ...none, notes: [baseFolderTooLong] }
    const stored = files.filter(({ leftOut }) => leftOut === null)
    const notes = leftOutNotes(
      files.flatMap(({ attachment: { name }, leftOut }) => (leftOut === null ? [] : [{ name, reason: leftOut }])),
    )
    if (stored.length === 0) notes.unshift(actionRunTexts.nothing_to_do)
    if (!(await isConnected(ctx, about))) notes.unshift(actionRunTexts.not_connected)
    return {
      effects: stored.map(({ name, folder }) => ({
        kind: 'file',
        label: `Store “${name}” in ${pathOf(folder)}`.slice(0, 300),
        url: null,
      })),
      text: null,
      notes,
    }
  },
}

async function isConnected(ctx: Pick<Context, 'db'>, { userId, config }: StoringAbout): Promise<boolean> {
  const connections = await ctx.db.asService((tx) => connectionsOf(tx, userId))
  return connections.some(({ provider, status }) => provider === config.provider && status === 'active')
}
