import type { FolderToSort, MessageToSort } from '../types.ts'
import type { Model } from '../model.ts'
import { createModel, encode, INBOX, observeUnlabelled, learn, observe } from '../model.ts'
import { fileByContent, folderOfUnread } from '../file-message.ts'
import type { Corpus, Labelled } from './corpus.ts'
import { FILING_THRESHOLD } from './filing.ts'
import { randomFrom } from './random.ts'
import type { Outcome } from './scores.ts'
import { accuracy } from './scores.ts'

interface FiledOutcome extends Outcome {
  isFiled: boolean
}

function predict(model: Model, { mail, folder }: Labelled, folders: readonly FolderToSort[]): FiledOutcome {
  const filing = fileByContent(model, mail, folders, FILING_THRESHOLD)
  const { candidates, confidence } = filing.ranking
  const isFiled = folderOfUnread(mail, folders, filing) !== null
  return { truth: folder, ranked: candidates.map(({ folderId }) => folderId), confidence, isFiled }
}

interface OnlineRun {
  outcomes: FiledOutcome[]
  microsPerMail: number
  stateBytes: number
}

/**
 * Prequential evaluation, as in production: predicts, then learns, in time order. The first message of a folder is
 * learned but not scored, and scoring starts with the second folder. A message that stays in the inbox is only learned.
 */
export function online({ messages, folders }: Corpus): OnlineRun {
  const model = createModel()
  const seen = new Set<string>()
  let open: FolderToSort[] = []
  const outcomes: FiledOutcome[] = []
  // CPU time of this thread, so that other load does not distort the figure.
  const start = process.threadCpuUsage()
  for (const message of messages) {
    observe(model, message.mail)
    const isScored = message.folder !== INBOX && seen.size >= 2 && seen.has(message.folder)
    const outcome = isScored ? predict(model, message, open) : null
    learn(model, message.mail, message.folder, folders)
    if (outcome) outcomes.push(outcome)
    if (seen.has(message.folder)) continue
    seen.add(message.folder)
    open = folders.filter(({ id }) => seen.has(id))
  }
  const { user, system } = process.threadCpuUsage(start)
  const microsPerMail = (user + system) / Math.max(1, messages.length)
  return { outcomes, microsPerMail, stateBytes: encode(model).length }
}

interface Split {
  train: Labelled[]
  test: Labelled[]
  folders: FolderToSort[]
}

/**
 * Drops test messages of folders without training messages. Without any training messages, everything is tested from
 * folder names and instructions.
 */
export function splitOf({ messages, folders }: Corpus): Split {
  const train = messages.filter(({ split }) => split === 'train')
  const test = messages.filter(({ split }) => split === 'test')
  if (train.length === 0) return { train, test, folders }
  const known = new Set(train.map(({ folder }) => folder))
  return {
    train,
    test: test.filter(({ folder }) => known.has(folder)),
    folders: folders.filter(({ id }) => known.has(id)),
  }
}

/** How many messages production reads from an inbox without filed mail (`server/sorting/learning/baseline.ts`). */
const UNFILED_MAILS = 2000
const PREVIEW_LENGTH = 255

function previewOf({ from, fromName, subject, text, receivedAt }: MessageToSort): MessageToSort {
  const preview = text.replace(/\s+/g, ' ').trim().slice(0, PREVIEW_LENGTH)
  const unread = { to: [], cc: [], headers: {}, attachmentNames: [] }
  return { ...unread, from, fromName, subject, text: preview, receivedAt }
}

/**
 * Trains on `train`, then predicts `test` without further learning. The other messages of the mailbox serve as
 * unlabelled baseline and for guessing folders.
 */
export function batch({ train, test, folders }: Split, mailbox: readonly Labelled[] = train): Outcome[] {
  const labelled = new Set(train)
  const unfiled = mailbox.filter((message) => !labelled.has(message))
  const model = modelOf(unfiled, train, folders)
  return test.map((message) => predict(model, message, folders))
}

/** The model of a mailbox after its inbox was read and its filed messages were learned. */
export function modelOf(
  unfiled: readonly Labelled[],
  filed: readonly Labelled[],
  folders: readonly FolderToSort[],
): Model {
  const model = createModel()
  for (const preview of unfiled.slice(-UNFILED_MAILS).map(({ mail }) => previewOf(mail))) {
    observe(model, preview)
    observeUnlabelled(model, preview, folders)
  }
  for (const { mail } of filed) observe(model, mail)
  for (const { mail, folder } of filed) learn(model, mail, folder, folders)
  return model
}

const SEEDS = [1, 2, 3]

/**
 * Mean accuracy with this many labelled messages per folder, drawn at random; null where there are too few messages.
 */
export function coldStart(split: Split, shots: number): number | null {
  if (shots > 0 && split.train.length === 0) return null
  const seeds = shots === 0 ? SEEDS.slice(0, 1) : SEEDS
  const scores = seeds.map((seed) =>
    accuracy(batch({ ...split, train: drawShots(split.train, shots, seed) }, split.train)),
  )
  return scores.reduce<number | null>(
    (sum, score) => (sum === null || score === null ? null : sum + score / scores.length),
    0,
  )
}

/** Up to `shots` messages of each folder, in time order. */
export function drawShots(messages: readonly Labelled[], shots: number, seed: number): Labelled[] {
  const random = randomFrom(seed)
  const keyed = messages.map((message, i) => ({ message, i, key: random() })).sort((a, b) => a.key - b.key)
  const taken = new Map<string, number>()
  const drawn = keyed.filter(({ message: { folder } }) => {
    const count = (taken.get(folder) ?? 0) + 1
    taken.set(folder, count)
    return count <= shots
  })
  return drawn.sort((a, b) => a.i - b.i).map(({ message }) => message)
}
