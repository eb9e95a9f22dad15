import { actionRunTexts } from '../../../contract/action-runs.ts'
import type { Context } from '../../context.ts'
import { connectionsOf } from '../../connections/queries.ts'
import { withFiles } from '../../connections/with-connection.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { planForRun, planToStore } from '../../prompts/action-plan.ts'
import type { StoredPlan } from '../../prompts/plan.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { ServiceError } from '../../vendors/service-error.ts'
import { readMail } from '../read-mail.ts'
import type { ActionRunner, RunAbout, RunEnding } from '../runner.ts'
import { endedBy, endingOf } from './ending.ts'
import { pathOf } from './place.ts'
import { isPicture, sortOut, type Planned } from './sort-out.ts'
import { storeFile } from './store-file.ts'
import { claimAttachments, endNotStored, ledgerOf, type LedgerRow } from './store-queries.ts'
import { begun, connectionOf, type StoreRun, type StoreType } from './store-run.ts'
import { baseFolderTooLong, leftOutNotes } from './words.ts'

type About = RunAbout<StoreType>

/** So many attachments of a mail are looked at. */
const listedMost = 500

/** Stores the attachments of a mail in a connected service: one runner for all of them. Nothing there is ever overwritten (decision T12). */
export const storeAttachments: ActionRunner<StoreType> = {
  async run(ctx, run) {
    const mail = await readMail(ctx, run)
    if (!mail) return endedBy('skipped', 'mail_gone', { rows: await ledger(ctx, run) })
    const plan = await ctx.db.asService((tx) => planForRun(tx, run))
    if (!plan) return endedBy('failed', 'plan_missing')
    if (plan.kind !== 'store') return endedBy('failed', 'plan_refused')
    const files = await filesOf(ctx, run, mail, plan)
    if (!files) return endedBy('failed', 'not_set_up', { note: baseFolderTooLong })
    if (files.length === 0 && (await ledger(ctx, run)).length === 0) return endingOf([])
    await claim(ctx, run, files)
    for (const row of await ledger(ctx, run)) {
      const ending = row.state === 'claimed' ? await storeOrEnd(ctx, run, row) : null
      if (ending) return ending
    }
    return endingOf(await ledger(ctx, run))
  },

  async test(ctx, about) {
    const none = { effects: [], text: null }
    const mail = await readMail(ctx, about)
    if (!mail) return { ...none, notes: [actionRunTexts.mail_gone] }
    const { userId, config } = about
    const made = await planToStore(ctx, { userId, type: `store_attachment_${config.provider}`, config })
    if (made?.plan.kind !== 'store') return { ...none, notes: [actionRunTexts.plan_missing] }
    const files = await filesOf(ctx, about, mail, made.plan)
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

const ledger = (ctx: Context, { runId }: StoreRun): Promise<LedgerRow[]> =>
  ctx.db.asService((tx) => ledgerOf(tx, runId))

/** @returns null where the base folder cannot be one */
async function filesOf(
  ctx: Context,
  { mailboxId, messageId, config }: Pick<About, 'mailboxId' | 'messageId' | 'config'>,
  mail: GraphMessage,
  plan: Extract<StoredPlan, { kind: 'store' }>,
): Promise<Planned[] | null> {
  const attachments = await withMailbox(ctx, mailboxId, (graph, token) =>
    graph.listAttachments(token, messageId, listedMost),
  )
  // The text is only read where it could decide about a picture.
  const asks = attachments.some((file) => isPicture(file) && !file.isInline && file.contentId !== null)
  const shown = asks
    ? await withMailbox(ctx, mailboxId, (graph, token) => graph.contentIdsInText(token, messageId))
    : []
  const rules = { basePath: config.baseFolderPath, keepsNames: config.preserveOriginalNames, plan }
  return sortOut(attachments, mail, rules, shown)
}

/** Before anything is sent anywhere, each attachment has its row. */
async function claim(ctx: Context, run: StoreRun, files: readonly Planned[]): Promise<void> {
  const { runId, mailboxId } = run
  const at = connectionOf(run)
  const accountId = await withFiles(ctx, at, async (_files, _token, id) => id)
  await run.before(begun, (tx) =>
    claimAttachments(
      tx,
      { runId, mailboxId, ...at, accountId },
      files.map(({ attachment, name, folder, leftOut }) => ({
        attachmentId: attachment.id,
        name,
        folderPath: pathOf(folder),
        leftOut,
      })),
    ),
  )
}

/** What is wrong with one file alone is written down, and the others go on. @returns an ending of the run, where it comes to one */
async function storeOrEnd(ctx: Context, run: StoreRun, row: LedgerRow): Promise<RunEnding | null> {
  const end = (state: 'skipped' | 'failed', reason: string) =>
    ctx.db.asService((tx) => endNotStored(tx, row.id, { state, reason }))
  try {
    await storeFile(ctx, run, row)
  } catch (error) {
    if (error instanceof ServiceError && ['refused', 'conflict', 'gone'].includes(error.refusal)) {
      await end('failed', 'refused')
      return null
    }
    if (!isGone(error)) throw error
    if ((await readMail(ctx, run)) === null) return endedBy('skipped', 'mail_gone', { rows: await ledger(ctx, run) })
    const left = await withMailbox(ctx, run.mailboxId, (graph, token) =>
      graph.listAttachments(token, run.messageId, listedMost),
    )
    if (left.some(({ id }) => id === row.attachment_id)) await end('failed', 'unreadable')
    else await end('skipped', 'gone')
  }
  return null
}

async function isConnected(ctx: Context, about: About): Promise<boolean> {
  const connections = await ctx.db.asService((tx) => connectionsOf(tx, about.userId))
  return connections.some(({ provider, status }) => provider === about.config.provider && status === 'active')
}
