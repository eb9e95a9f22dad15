import { createModel, INBOX, observe } from '../model.ts'
import type { Corpus } from './corpus.ts'
import { fileMessage, isFiled, percentOf } from './filing.ts'
import { randomFrom } from './random.ts'

export interface FewFoldersOptions {
  folders: number
  draws: number
}

/** Figures per 100 messages, mean of the draws; `precision` and `coverage` as shares of 1. */
export interface FewFoldersReport {
  file: string
  folders: number
  /** Messages that belong in one of the folders. */
  belong: number
  right: number
  wrong: number
  precision: number | null
  coverage: number
}

/**
 * A fresh mailbox with a few folders and no training example: all messages arrive, most of them belong in no folder.
 * Each draw takes other folders of the corpus.
 */
export function fewFoldersReport(
  { file, messages, folders }: Corpus,
  { folders: count, draws }: FewFoldersOptions,
): FewFoldersReport {
  const used = folders.filter(({ id }) => id !== INBOX && messages.some(({ folder }) => folder === id))
  const model = createModel()
  for (const { mail } of messages) observe(model, mail)
  let belong = 0
  let right = 0
  let wrong = 0
  for (let draw = 1; draw <= draws; draw++) {
    const drawn = drawFrom(used, count, draw)
    for (const { mail, folder } of messages) {
      if (drawn.some(({ id }) => id === folder)) belong++
      const filing = fileMessage(model, mail, drawn)
      if (!isFiled(filing)) continue
      if (filing.folder === folder) right++
      else wrong++
    }
  }
  const all = draws * messages.length
  return {
    file,
    folders: Math.min(count, used.length),
    belong: percentOf(belong, all),
    right: percentOf(right, all),
    wrong: percentOf(wrong, all),
    precision: right + wrong === 0 ? null : percentOf(right, right + wrong) / 100,
    coverage: percentOf(right, belong) / 100,
  }
}

function drawFrom<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = randomFrom(seed)
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ item }) => item)
}
