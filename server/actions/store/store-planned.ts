import type { Context, RemoteContext } from '../../context.ts'
import { withFiles } from '../../connections/with-connection.ts'
import { withMailbox } from '../../mail/access-token.ts'
import type { StorePlan } from '../../prompts/plan.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { GraphAttachment, GraphMessage } from '../../vendors/graph.ts'
import { ServiceError } from '../../vendors/service-error.ts'
import { readMail } from '../read-mail.ts'
import type { RunEnding } from '../runner.ts'
import { endedBy, endingOf } from './ending.ts'
import { pathOf } from './place.ts'
import { isPicture, sortOut, type Planned } from './sort-out.ts'
import { storeFile } from './store-file.ts'
import { claimAttachments, endNotStored, ledgerOf, type LedgerRow } from './store-queries.ts'
import { beforeStoring, connectionOf, type StoringAbout, type StoringRun } from './store-run.ts'
import { baseFolderTooLong } from './words.ts'

type Rules = Pick<StorePlan, 'filter' | 'folder'>

/** So many attachments of a mail are looked at. */
const listedMost = 500

/**
 * Stores what a plan says of a mail's attachments. May be called again after whatever went wrong: what is stored already is not stored again.
 * @throws RunStopped, and whatever Outlook or the service say
 */
export async function storePlanned(
  ctx: RemoteContext,
  run: StoringRun,
  mail: GraphMessage,
  plan: Rules,
): Promise<RunEnding> {
  const files = await planStoring(ctx, run, mail, plan)
  const begun = await ledger(ctx, run)
  if (!files) return endedBy('failed', 'not_set_up', { rows: begun, note: baseFolderTooLong })
  if (files.length === 0 && begun.length === 0) return endingOf([])
  await claim(ctx, run, files)
  for (const row of await ledger(ctx, run)) {
    const ending = row.state === 'claimed' ? await storeOrEnd(ctx, run, row) : null
    if (ending) return ending
  }
  return endingOf(await ledger(ctx, run))
}

export const ledger = (ctx: Pick<Context, 'db'>, run: Pick<StoringRun, 'runId' | 'step'>): Promise<LedgerRow[]> =>
  ctx.db.asService((tx) => ledgerOf(tx, run))

/** What would be stored where, and what left out; has no effect. @returns null where the base folder is no path that stores take */
export async function planStoring(
  ctx: RemoteContext,
  { mailboxId, messageId, config }: Pick<StoringAbout, 'mailboxId' | 'messageId' | 'config'>,
  mail: GraphMessage,
  plan: Rules,
): Promise<Planned[] | null> {
  const attachments = await attachmentsOf(ctx, { mailboxId, messageId })
  // The text is only read where it could decide about a picture.
  const asks = attachments.some((file) => isPicture(file) && !file.isInline && file.contentId !== null)
  const shown = asks
    ? await withMailbox(ctx, mailboxId, (graph, token) => graph.contentIdsInText(token, messageId))
    : []
  const rules = { basePath: config.baseFolderPath, keepsNames: config.preserveOriginalNames, ...plan }
  return sortOut(attachments, mail, rules, shown)
}

const attachmentsOf = (
  ctx: RemoteContext,
  { mailboxId, messageId }: Pick<StoringAbout, 'mailboxId' | 'messageId'>,
): Promise<GraphAttachment[]> =>
  withMailbox(ctx, mailboxId, (graph, token) => graph.listAttachments(token, messageId, listedMost))

/** Before anything is sent anywhere, each attachment has its row. */
async function claim(ctx: RemoteContext, run: StoringRun, files: readonly Planned[]): Promise<void> {
  const { runId, step, mailboxId } = run
  const at = connectionOf(run)
  const accountId = await withFiles(ctx, at, async (_files, _token, id) => id)
  const rows = files.map(({ attachment, name, folder, leftOut }) => ({
    attachmentId: attachment.id,
    name,
    folderPath: pathOf(folder),
    leftOut,
  }))
  await beforeStoring(run, accountId, (tx) => claimAttachments(tx, { runId, step, mailboxId, ...at, accountId }, rows))
}

/** What is wrong with one file alone is written down, and the others go on. @returns an ending of the run, where it comes to one */
async function storeOrEnd(ctx: RemoteContext, run: StoringRun, row: LedgerRow): Promise<RunEnding | null> {
  const end = (state: 'skipped' | 'failed', reason: string) =>
    ctx.db.asService((tx) => endNotStored(tx, row.id, { state, reason }))
  try {
    await storeFile(ctx, run, row)
  } catch (error) {
    if (error instanceof ServiceError && ['refused', 'conflict', 'gone'].includes(error.refusal)) {
      await end('failed', 'refused')
      return null
    }
    if (error instanceof ServiceError && error.refusal === 'quota') await end('failed', 'no_room')
    if (!isGone(error)) throw error
    if ((await readMail(ctx, run)) === null) return endedBy('skipped', 'mail_gone', { rows: await ledger(ctx, run) })
    const left = await attachmentsOf(ctx, run)
    if (left.some(({ id }) => id === row.attachment_id)) await end('failed', 'unreadable')
    else await end('skipped', 'gone')
  }
  return null
}
