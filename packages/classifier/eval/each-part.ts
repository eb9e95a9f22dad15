import { execFileSync } from 'node:child_process'
import { z } from 'zod'
import { confirmReport } from './confirm.ts'
import type { Corpus } from './corpus.ts'
import { fewFoldersReport } from './few-folders.ts'
import { foldersLeftOut, newFolderReport } from './new-folder.ts'
import { PARTS } from './parts.ts'
import { online } from './runs.ts'
import { accuracy, calibrationError } from './scores.ts'

/** Smaller files are invented mailboxes: they show what descriptions decide, larger ones what examples teach. */
const LARGE = 100
/** The newest messages of a large file, so that all parts take minutes. */
const NEWEST = 600
/** The same for a new folder, for which each mailbox is learned many times. */
const NEWEST_OF_TAUGHT = 300
const GROUPS = 10
const DRAWS = 6
const WARM_UP = 100

/** Means of the files, as percentages except `ece`. */
const Summary = z.object({
  four: z.number().array(),
  eight: z.number().array(),
  twelve: z.number().array(),
  online: z.number().array(),
  ece: z.number(),
  confirm: z.number().array(),
  newFolder: z.number().array(),
})
type Summary = z.infer<typeof Summary>

/** The main figures of a set of corpora: of `--few-folders`, online accuracy, `--confirm` and `--new-folder`. */
export function summaryOf(corpora: readonly Corpus[]): Summary {
  const small = corpora.filter(({ messages }) => messages.length < LARGE)
  const large = corpora.filter(({ messages }) => messages.length >= LARGE)
  const few = (folders: number) => {
    const reports = small.map((corpus) => fewFoldersReport(corpus, { folders, draws: DRAWS }))
    const right = meanOf(reports.map((report) => report.right))
    const lenient = meanOf(reports.map(({ lenientWrong }) => lenientWrong))
    return [right, meanOf(reports.map(({ wrong }) => wrong)), (100 * right) / Math.max(1e-9, right + lenient)]
  }
  const newest = large.map((corpus) => newestOf(corpus, NEWEST))
  const live = newest.map((corpus) => online(corpus).outcomes)
  const presses = newest.map((corpus) => confirmReport(corpus, GROUPS))
  const added = large
    .map((corpus) => newestOf(corpus, NEWEST_OF_TAUGHT))
    .filter((corpus) => foldersLeftOut(corpus).length > 0)
    .map((corpus) => newFolderReport(corpus))
  return {
    four: few(4),
    eight: few(8),
    twelve: few(12),
    online: live.map((outcomes) => 100 * (accuracy(outcomes) ?? 0)),
    ece: meanOf(live.map((outcomes) => calibrationError(outcomes.slice(WARM_UP)) ?? 0)),
    confirm: [meanOf(presses.map(({ right }) => right)), meanOf(presses.map(({ wrong }) => wrong))],
    newFolder: [
      meanOf(added.map(({ filed }) => filed)),
      meanOf(added.map(({ wrong60 }) => wrong60)),
      meanOf(added.map(({ others }) => others.right)),
    ],
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function newestOf(corpus: Corpus, most: number): Corpus {
  return { ...corpus, messages: corpus.messages.slice(-most) }
}

interface PartReport extends Summary {
  /** Null: nothing is switched off. */
  without: string | null
}

/** The figures with all parts, and without each of them: one process for each, because a module is loaded once. */
export function eachPart(files: readonly string[]): PartReport[] {
  return [null, ...PARTS.keys()].map((without) => {
    const script = new URL('./main.ts', import.meta.url).pathname
    const off = without === null ? [] : ['--without', without]
    const output = execFileSync(process.execPath, [script, '--summary', ...off, ...files], { encoding: 'utf8' })
    console.error(`${without ?? 'all parts'}: done`)
    return { without, ...z.object({ summary: Summary }).parse(JSON.parse(output)).summary }
  })
}

export function partsTable(reports: readonly PartReport[]): string[][] {
  const head = [
    'without',
    '4: right',
    'wrong',
    'lenient',
    '8',
    '',
    '',
    '12',
    '',
    '',
    'online',
    'ECE',
    'presses',
    'wrong',
  ]
  const rows = reports.map(({ without, four, eight, twelve, online: live, ece, confirm, newFolder }) => [
    without ?? 'all parts',
    ...[...four, ...eight, ...twelve, meanOf(live)].map((value) => value.toFixed(1)),
    ece.toFixed(3),
    ...[...confirm, ...newFolder].map((value) => value.toFixed(1)),
    live.map((value) => value.toFixed(1)).join(' '),
  ])
  return [[...head, 'new folder', 'wrong', 'others', 'online of each file'], ...rows]
}
