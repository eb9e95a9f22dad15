import { createModel, INBOX, observe } from '../model.ts'
import type { Corpus } from './corpus.ts'
import type { JudgedFiling } from './filing.ts'
import { fileMessage, isFiled, percentOf, shareOf } from './filing.ts'
import { randomFrom } from './random.ts'

interface FewFoldersOptions {
  folders: number
  draws: number
}

/** Figures per 100 messages, mean of the draws; precisions and `coverage` as shares of 1. */
export interface FewFoldersReport {
  file: string
  folders: number
  /** Messages that belong in one of the folders. */
  belong: number
  right: number
  wrong: number
  precision: number | null
  /**
   * The same without messages of folders that were not drawn: in a real mailbox they would not arrive, or they would
   * have their folder.
   */
  lenientWrong: number
  lenientPrecision: number | null
  coverage: number
}

/**
 * A fresh mailbox with a few folders and no training example: all messages arrive, most of them belong in no folder.
 * Each draw takes other folders of the corpus.
 */
export function fewFoldersReport(corpus: Corpus, options: FewFoldersOptions): FewFoldersReport {
  const { used, drawn } = drawnFolders(corpus, options)
  const filings = fewFoldersFilings(corpus, options)
  const belong = drawn
    .map((folders) => corpus.messages.filter(({ folder }) => folders.some(({ id }) => id === folder)).length)
    .reduce((sum, count) => sum + count, 0)
  const filed = filings.filter(isFiled)
  const right = filed.filter(({ folder, truth }) => folder === truth).length
  const usedIds = new Set(used.map(({ id }) => id))
  const lenientWrong = filed.filter(
    ({ folder, truth, drawn: own }) => folder !== truth && (own.has(truth) || !usedIds.has(truth)),
  ).length
  const all = options.draws * corpus.messages.length
  return {
    file: corpus.file,
    folders: Math.min(options.folders, used.length),
    belong: percentOf(belong, all),
    right: percentOf(right, all),
    wrong: percentOf(filed.length - right, all),
    precision: filed.length === 0 ? null : shareOf(right, filed.length),
    lenientWrong: percentOf(lenientWrong, all),
    lenientPrecision: right + lenientWrong === 0 ? null : shareOf(right, right + lenientWrong),
    coverage: shareOf(right, belong),
  }
}

interface FewFoldersFiling extends JudgedFiling {
  /** Ids of the folders that were there. */
  drawn: ReadonlySet<string>
}

/** Every message with every draw of the folders. */
export function fewFoldersFilings(corpus: Corpus, options: FewFoldersOptions): FewFoldersFiling[] {
  const model = createModel()
  for (const { mail } of corpus.messages) observe(model, mail)
  return drawnFolders(corpus, options).drawn.flatMap((folders) => {
    const drawn = new Set(folders.map(({ id }) => id))
    return corpus.messages.map(({ mail, folder }) => ({ ...fileMessage(model, mail, folders), truth: folder, drawn }))
  })
}

export function drawnFolders({ messages, folders }: Corpus, { folders: count, draws }: FewFoldersOptions) {
  const used = folders.filter(({ id }) => id !== INBOX && messages.some(({ folder }) => folder === id))
  return { used, drawn: Array.from({ length: draws }, (_, draw) => drawFrom(used, count, draw + 1)) }
}

function drawFrom<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = randomFrom(seed)
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ item }) => item)
}
