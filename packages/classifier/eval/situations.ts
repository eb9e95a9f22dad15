import type { Corpus } from './corpus.ts'
import type { JudgedFiling } from './filing.ts'
import { shareOf } from './filing.ts'
import { fewFoldersFilings } from './few-folders.ts'
import { newFolderFilings } from './new-folder.ts'
import { decilesOf } from './reliability.ts'
import { online } from './runs.ts'

const FEW_FOLDERS = { folders: 4, draws: 12 }
/** Smaller deciles show chance. */
const MIN_MESSAGES = 50

/** How far a mailbox has learned. */
type Situation = 'fresh' | 'newFolder' | 'taught'

/** All judged messages: a fresh mailbox with four folders, a new folder, and a mailbox that learns one by one. */
export function filingsBySituation(corpora: readonly Corpus[]): Record<Situation, JudgedFiling[]> {
  return {
    fresh: corpora.flatMap((corpus) => fewFoldersFilings(corpus, FEW_FOLDERS)),
    newFolder: corpora.flatMap(newFolderFilings),
    taught: corpora.flatMap(taughtFilings),
  }
}

function taughtFilings(corpus: Corpus): JudgedFiling[] {
  return online(corpus).outcomes.map(({ ranked, confidence, truth, isFiled }) => ({
    folder: ranked[0] ?? '',
    confidence,
    truth,
    isFiled,
  }))
}

/** Stated confidence and share of right folders, of filed messages in one tenth of the scale. */
interface FiledDecile {
  count: number
  confidence: number
  right: number
}

/** The deciles with enough filed messages, lowest first. */
export function filedReliability(corpora: readonly Corpus[]): Record<Situation, FiledDecile[]> {
  const { fresh, newFolder, taught } = filingsBySituation(corpora)
  const of = (filings: readonly JudgedFiling[]) =>
    decilesOf(filings.filter(({ isFiled }) => isFiled))
      .filter(({ count }) => count >= MIN_MESSAGES)
      .map(({ count, confidence, right }) => ({
        count,
        confidence: shareOf(confidence, 1),
        right: shareOf(right, 1),
      }))
  return { fresh: of(fresh), newFolder: of(newFolder), taught: of(taught) }
}

export function reliabilityTable(reliability: Record<Situation, FiledDecile[]>): string[][] {
  const rows = Object.entries(reliability).flatMap(([situation, deciles]) =>
    deciles.map(({ count, confidence, right }) => [
      situation,
      String(count),
      ...[confidence, right, right - confidence].map((share) => (100 * share).toFixed(1)),
    ]),
  )
  return [['filed', 'mails', 'stated', 'right', 'gap'], ...rows]
}
