import { setImmediate } from 'node:timers/promises'
import {
  createModel,
  decode,
  dropFolder,
  encode,
  type FolderToSort,
  INBOX,
  learn,
  type MessageToSort,
  type Model,
  MODEL_VERSION,
  observe,
} from '../../../packages/classifier/classifier.ts'
import { addMs } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { mailboxJobRetryMs } from '../../limits.ts'
import {
  manualMoveLookbackMs,
  trainingExamplesBeforeYield,
  trainingMaxMessagesPerFolder,
  trainingReadConcurrency,
} from '../limits.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { lockAgainstDisconnect, findMailbox, type MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import type { FolderRow } from '../../mail/folders/folder-row.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { allSettledOrThrow } from '../../vendors/http/all-settled-or-throw.ts'
import { findFolders } from '../../mail/folders/folder-queries.ts'
import { toMailToSort } from '../messages/mail-to-sort.ts'
import { saveBaseline, storedBaseline, type Baseline } from './baseline-queries.ts'
import { currentBaseline } from './baseline.ts'
import { needsProposals, saveModel, storedModel, unconfirmedMoves, type StoredModel } from './model-queries.ts'
import {
  insertTrainingExamples,
  trainingExamplesOf,
  type StoredTrainingExample,
  type TrainingExample,
} from './training-example-queries.ts'
import { findUnlearned } from './unlearned-move-queries.ts'

const trainingMaxMessages = 3000
const trainingMinMessagesPerFolder = 20
/** Our own move counts as confirmed once the user has left it alone for this long. */
const moveConfirmationMs = 24 * 60 * 60_000

interface LoadedExample extends TrainingExample {
  mail: MessageToSort
}

/** What one run has learned, to be stored unless another run or a correction has changed the model meanwhile. */
interface LearnedModel {
  mailbox: MailboxRow
  model: Model
  /** The stored model that the run began with. */
  basedOn: StoredModel | null
  exampleCount: number
  newExamples: readonly TrainingExample[]
  baseline: Baseline
  isNewBaseline: boolean
}

/**
 * Trains the mailbox's classifier on mail that the user has filed, or has left where we moved it. Each message is
 * an example once for each folder that it is found in. The model stores features and counts, never text.
 *
 * A stale model is trained again from all examples that are not retracted, in their order, on top of the same
 * baseline. A run that another run or a correction has overtaken stores nothing, and is repeated.
 * @throws MailboxAccessError, also where the mailbox was disconnected meanwhile; VendorError. Then nothing is
 *   stored.
 */
export async function learnFiledMail(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const mailbox = await ctx.db.asService((tx) => findMailbox(tx, mailboxId))
  if (!mailbox || mailbox.status !== 'active') return
  const { stored, previousBaseline, past, folderRows } = await ctx.db.asService(async (tx) => ({
    stored: await storedModel(tx, mailboxId),
    previousBaseline: await storedBaseline(tx, mailboxId),
    past: await trainingExamplesOf(tx, mailboxId),
    folderRows: await findFolders(tx, mailboxId),
  }))
  const folders = folderRows.map(({ id, display_name, instructions }) => ({ id, name: display_name, instructions }))
  const { baseline, isNew: isNewBaseline } = await currentBaseline(ctx, mailboxId, {
    stored: previousBaseline,
    exampleCount: stored?.exampleCount ?? 0,
    exampleIds: new Set(past.filter(({ isRetracted }) => !isRetracted).map(({ messageId }) => messageId)),
    folders,
  })
  const reusable = stored && !stored.isStale && !isNewBaseline ? decode(stored.state) : null
  const model = reusable ?? decode(baseline.state) ?? createModel()
  const filed = await readFiledMail(ctx, mailboxId, folderRows)
  const repeated = reusable ? [] : await readPastExamples(ctx, mailboxId, past, filed)
  const newExamples = await selectNewExamples(ctx, mailboxId, past, filed)
  await train(model, [...repeated, ...newExamples], folders)
  const exampleCount = (reusable ? (stored?.exampleCount ?? 0) : repeated.length) + newExamples.length
  await store(ctx, { mailbox, model, basedOn: stored, exampleCount, newExamples, baseline, isNewBaseline })
}

/**
 * Filed messages that are not examples of their folder yet, without our own moves that the user has not confirmed, and
 * without moves by hand of which so many came at once that nothing was learned.
 */
async function selectNewExamples(
  ctx: Pick<Context, 'clock' | 'db'>,
  mailboxId: string,
  past: readonly StoredTrainingExample[],
  filed: readonly LoadedExample[],
): Promise<LoadedExample[]> {
  const learnedFolders = new Map(past.map(({ messageId, folderId }) => [messageId, folderId]))
  const candidates = filed.filter(({ messageId, folderId }) => learnedFolders.get(messageId) !== folderId)
  const messageIds = candidates.map(({ messageId }) => messageId)
  const since = addMs(ctx.clock.now(), -moveConfirmationMs)
  const filedMail = candidates.map(({ mail, ...at }) => ({ ...at, receivedAt: mail.receivedAt }))
  const { unconfirmed, unlearned } = await ctx.db.asService(async (tx) => ({
    unconfirmed: await unconfirmedMoves(tx, mailboxId, { messageIds, since }),
    unlearned: await findUnlearned(tx, mailboxId, filedMail, manualMoveLookbackMs),
  }))
  return candidates.filter(({ messageId }) => !unconfirmed.has(messageId) && !unlearned.has(messageId))
}

async function train(
  model: Model,
  examples: readonly LoadedExample[],
  folders: readonly FolderToSort[],
): Promise<void> {
  for (const [index, { mail, folderId }] of examples.entries()) {
    observe(model, mail)
    learn(model, mail, folderId ?? INBOX, folders)
    if (index % trainingExamplesBeforeYield === 0) await setImmediate()
  }
  const present = new Set([INBOX, ...folders.map(({ id }) => id)])
  for (const id of [...model.folders.map((folder) => folder.id), ...model.frequencies.expected.keys()])
    if (!present.has(id)) dropFolder(model, id)
}

async function store(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>, learned: LearnedModel): Promise<void> {
  const { mailbox, model, basedOn, exampleCount, newExamples, baseline, isNewBaseline } = learned
  const { id: mailboxId, user_id: userId } = mailbox
  const state = Buffer.from(encode(model))
  await ctx.db.asService(async (tx) => {
    if (!(await lockAgainstDisconnect(tx, mailboxId))) throw new MailboxAccessError('gone')
    const next = { mailboxId, userId, version: MODEL_VERSION, state, exampleCount, isStale: false }
    if (!(await saveModel(tx, next, basedOn))) {
      const after = addMs(ctx.clock.now(), mailboxJobRetryMs)
      await ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId }, { after })
      return
    }
    if (isNewBaseline) await saveBaseline(tx, mailboxId, baseline)
    await insertTrainingExamples(tx, { id: mailboxId, userId }, newExamples, { isCorrection: false })
    if (newExamples.length > 0 && (await needsProposals(tx, mailboxId)))
      await ctx.jobs.enqueue(tx, 'propose-instructions', { mailboxId })
  })
}

/** The newest messages of each folder, oldest first over all folders. */
async function readFiledMail(
  ctx: RemoteContext,
  mailboxId: string,
  folders: readonly FolderRow[],
): Promise<LoadedExample[]> {
  const inMailbox = folders.filter((folder) => folder.provider_folder_id !== null)
  const limit = Math.min(
    trainingMaxMessagesPerFolder,
    Math.max(trainingMinMessagesPerFolder, Math.floor(trainingMaxMessages / Math.max(inMailbox.length, 1))),
  )
  const filed: LoadedExample[] = []
  for (const { id, provider_folder_id } of inMailbox) {
    if (provider_folder_id === null) continue
    for (const message of await newestFiledMessages(ctx, mailboxId, provider_folder_id, limit))
      filed.push({ messageId: message.id, folderId: id, mail: toMailToSort(message) })
  }
  return filed.sort((a, b) => a.mail.receivedAt.getTime() - b.mail.receivedAt.getTime())
}

/**
 * The messages of the examples that are not retracted, in whichever folder they are now. Deleted messages are left
 * out.
 */
async function readPastExamples(
  ctx: RemoteContext,
  mailboxId: string,
  past: readonly StoredTrainingExample[],
  filed: readonly LoadedExample[],
): Promise<LoadedExample[]> {
  const read = new Map(filed.map(({ messageId, mail }) => [messageId, mail]))
  const examples = past.filter(({ isRetracted }) => !isRetracted).slice(-trainingMaxMessages)
  const missing = [...new Set(examples.map(({ messageId }) => messageId))].filter((id) => !read.has(id))
  for (let at = 0; at < missing.length; at += trainingReadConcurrency) {
    const ids = missing.slice(at, at + trainingReadConcurrency)
    await withMailbox(ctx, mailboxId, (mailbox) =>
      allSettledOrThrow(
        ids.map(async (id) => {
          const message = await mailbox.find(id)
          if (message) read.set(id, toMailToSort(message))
        }),
      ),
    )
  }
  return examples.flatMap((example) => {
    const mail = read.get(example.messageId)
    return mail ? [{ ...example, mail }] : []
  })
}

/** The newest messages of a folder; none where the folder was deleted in the mailbox since the last sync. */
export async function newestFiledMessages(
  ctx: RemoteContext,
  mailboxId: string,
  providerFolderId: string,
  limit: number,
) {
  const messages = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.newest(providerFolderId, limit))
  return messages === 'not-there' ? [] : messages
}
