import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  createModel,
  decode,
  encode,
  type FolderToSort,
  type MessageToSort,
  observe,
  observeUnlabelled,
} from '../../../packages/classifier/classifier.ts'
import type { RemoteContext } from '../../context.ts'
import { baselineFewExamples, baselineMinIntervalWithFewExamplesMs } from '../../limits.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { MessageExcerpt } from '../../vendors/mailbox/message.ts'
import type { Baseline, StoredBaseline } from './baseline-queries.ts'

const baselineMaxMessages = 2000
const baselineMaxAgeMs = 60 * 24 * 60 * 60_000
const baselineMinIntervalMs = 7 * 24 * 60 * 60_000
/** An inbox that has doubled, and grown by at least this many messages, is worth a new baseline. */
const baselineMinInboxGrowth = 50
/** The event loop is free after each piece: all messages take two thirds of a second with a hundred folders. */
const baselineMessagesBeforeYield = 50

interface BaselineContext {
  stored: StoredBaseline | null
  /** Number of examples that the model has learned from. */
  exampleCount: number
  /** Messages that are training examples: their words are learned with those. */
  exampleIds: ReadonlySet<string>
  /** All folders, in a fixed order. */
  folders: readonly FolderToSort[]
}

/**
 * The baseline of a mailbox is a model with document frequencies of unlabelled mail: the newest mail of the inbox,
 * without training examples. It tells which words are common in the mailbox and which occur together with a
 * folder's words. Training starts from a copy. It is stored because the inbox changes: a baseline read again at
 * each training would yield a different model.
 *
 * A new baseline requires training from all examples again. So it is computed only in the learning job, where none
 * of the current version exists, or where the minimum interval has passed and folders have changed, the inbox was
 * nearly empty, or it has expired. With few examples, changed names and instructions start that job (`dueForBaseline`).
 * @throws MailboxAccessError or VendorError
 */
export async function currentBaseline(
  ctx: RemoteContext,
  mailboxId: string,
  context: BaselineContext,
): Promise<{ baseline: Baseline; isNew: boolean }> {
  const { stored, folders, exampleIds } = context
  if (stored && decode(stored.state) && !(await isOutdated(ctx, mailboxId, stored, context)))
    return { baseline: stored, isNew: false }
  const createdAt = ctx.clock.now()
  const newest = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.inbox.excerpts(baselineMaxMessages))
  const mails = newest.filter(({ id }) => !exampleIds.has(id)).map(excerptToSort)
  const model = createModel()
  for (const [index, mail] of mails.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()).entries()) {
    observe(model, mail)
    observeUnlabelled(model, mail, folders)
    if (index % baselineMessagesBeforeYield === 0) await setImmediate()
  }
  const state = Buffer.from(encode(model))
  const baseline = { state, messageCount: newest.length, foldersHash: hashOf(folders), createdAt }
  return { baseline, isNew: true }
}

async function isOutdated(
  ctx: RemoteContext,
  mailboxId: string,
  { createdAt, messageCount, foldersHash, hasChangedFolders }: StoredBaseline,
  { folders, exampleCount }: BaselineContext,
): Promise<boolean> {
  const ageMs = ctx.clock.now().getTime() - createdAt.getTime()
  const hasFewExamples = exampleCount < baselineFewExamples
  if (ageMs < (hasFewExamples ? baselineMinIntervalWithFewExamplesMs : baselineMinIntervalMs)) return false
  if (ageMs >= baselineMaxAgeMs || hasChangedFolders || foldersHash !== hashOf(folders)) return true
  if (messageCount >= baselineMaxMessages) return false
  const inboxCount = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.inbox.count(null))
  return inboxCount >= 2 * messageCount && inboxCount >= messageCount + baselineMinInboxGrowth
}

function excerptToSort({ from, subject, text, receivedAt }: MessageExcerpt): MessageToSort {
  const notRead = { to: [], cc: [], headers: {}, attachmentNames: [] }
  return { ...notRead, from: from?.address ?? '', fromName: from?.name ?? '', subject, text, receivedAt }
}

const hashOf = (folders: readonly FolderToSort[]): string =>
  createHash('sha256').update(JSON.stringify(folders)).digest('hex')
