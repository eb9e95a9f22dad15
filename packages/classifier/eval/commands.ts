import { parseArgs } from 'node:util'
import { attackReport } from './attacks.ts'
import { byExamplesReport } from './by-examples.ts'
import { confirmReport } from './confirm.ts'
import { readCorpus } from './corpus.ts'
import { fewFoldersReport } from './few-folders.ts'
import { injectionReport } from './injection.ts'
import { InputError } from './input-error.ts'
import { foldersLeftOut, newFolderReport } from './new-folder.ts'
import { eachPart, partsTable, summaryOf } from './each-part.ts'
import { PARTS } from './parts.ts'
import { drawPictures } from './pictures.ts'
import { filedReliability, reliabilityTable } from './situations.ts'
import {
  attacksTable,
  byExamplesTable,
  confirmTable,
  fewFoldersTable,
  formatTable,
  newFolderTable,
  reportOn,
  tableRow,
  TABLE_HEAD,
  youngTable,
} from './report.ts'
import { youngMailboxReport } from './young-mailbox.ts'

const USAGE = `npm run eval -- [--content-only] FILE.jsonl…                 accuracy, calibration and speed
  --descriptions FOLDERS.json        names and instructions of the folders, for corpora without a file beside them
npm run eval -- --new-folder FILE.jsonl…                    a new folder in a mailbox that has learned the others
npm run eval -- --few-folders FILE.jsonl… [--folders 4] [--draws 12]   a fresh mailbox with a few folders
npm run eval -- --young FILE.jsonl…                         24 filed messages, then only corrections
npm run eval -- --confirm FILE.jsonl… [--groups 10]         the largest groups of Tidy up confirmed, then mail arrives
npm run eval -- --by-examples FILE.jsonl…                   the same after 0 to 80 messages, also for a new folder
npm run eval -- --attacks FILE.jsonl…                       unknown senders who know an empty folder
npm run eval -- --injection ATTACKED.jsonl CLEAN.jsonl      messages that try to choose their folder
npm run eval -- --each-part FILE.jsonl…                     main figures without each part of the classifier
npm run eval -- --pictures DIR FILE.jsonl…                  reliability, coverage and learning curves as SVG
  --without PART                     switches a part of the classifier off, with any of the above
Parts: ${[...PARTS.keys()].join(', ')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'content-only': { type: 'boolean', default: false },
    folders: { type: 'string' },
    descriptions: { type: 'string' },
    attacks: { type: 'boolean', default: false },
    'by-examples': { type: 'boolean', default: false },
    confirm: { type: 'boolean', default: false },
    draws: { type: 'string' },
    'each-part': { type: 'boolean', default: false },
    groups: { type: 'string' },
    injection: { type: 'string' },
    'new-folder': { type: 'boolean', default: false },
    'few-folders': { type: 'boolean', default: false },
    pictures: { type: 'string' },
    summary: { type: 'boolean', default: false },
    without: { type: 'string', multiple: true },
    young: { type: 'boolean', default: false },
  },
})

const [first] = positionals
if (first === undefined) {
  console.error(`No file to score.\n${USAGE}`)
  process.exitCode = 1
} else run(first)

function run(clean: string): void {
  const options = { contentOnly: values['content-only'], folders: descriptionsFile() }
  const corpora = () => positionals.map((file) => readCorpus(file, options))
  if (values.injection !== undefined)
    printJson({ ...injectionReport(values.injection, clean), newFolder: attackReport(readCorpus(clean, options)) })
  else if (values.attacks) {
    const attacks = corpora().map(attackReport)
    console.log(formatTable(attacksTable(attacks)))
    printJson({ attacks })
  } else if (values['new-folder']) {
    const newFolder = corpora().flatMap((corpus) => {
      if (foldersLeftOut(corpus).length > 0) return [newFolderReport(corpus)]
      console.error(`${corpus.file} has no folder with enough messages to be left out.`)
      return []
    })
    console.log(formatTable(newFolderTable(newFolder)))
    printJson({ newFolder })
  } else if (values['few-folders']) {
    const draw = { folders: count('folders', values.folders, 4), draws: count('draws', values.draws, 12) }
    const fewFolders = corpora().map((corpus) => fewFoldersReport(corpus, draw))
    console.log(formatTable(fewFoldersTable(fewFolders)))
    printJson({ fewFolders })
  } else if (values.summary) printJson({ summary: summaryOf(corpora()) })
  else if (values['each-part']) {
    const parts = eachPart(positionals)
    console.log(formatTable(partsTable(parts)))
    printJson({ parts })
  } else if (values.young) {
    const young = corpora().map(youngMailboxReport)
    console.log(formatTable(youngTable(young)))
    printJson({ young })
  } else if (values.confirm) {
    const groups = count('groups', values.groups, 10)
    const confirm = corpora().map((corpus) => confirmReport(corpus, groups))
    console.log(formatTable(confirmTable(confirm)))
    printJson({ confirm })
  } else if (values['by-examples']) {
    const byExamples = corpora().map(byExamplesReport)
    console.log(formatTable(byExamplesTable(byExamples, 'by')))
    console.log(`\nA new folder in a mailbox that has learned the others\n`)
    console.log(formatTable(byExamplesTable(byExamples, 'newFolder')))
    printJson({ byExamples })
  } else if (values.pictures !== undefined) printJson({ pictures: drawPictures(corpora(), values.pictures) })
  else {
    const read = corpora()
    const reports = read.map(reportOn)
    const reliability = filedReliability(read)
    console.log(formatTable([...TABLE_HEAD, ...reports.map(tableRow)]))
    console.log(`\n${formatTable(reliabilityTable(reliability))}`)
    printJson({ sets: reports.map(({ set }) => set), reliability })
  }
}

/** With `--few-folders`, `--folders` is their number; otherwise it is the former name of `--descriptions`. */
function descriptionsFile(): string | null {
  return values.descriptions ?? (values['few-folders'] ? null : (values.folders ?? null))
}

/** @throws InputError unless a positive whole number */
function count(name: string, value: string | undefined, usual: number): number {
  const number = value === undefined ? usual : Number(value)
  if (!Number.isInteger(number) || number < 1) throw new InputError(`--${name} needs a whole number above 0.\n${USAGE}`)
  return number
}

function printJson(report: object): void {
  console.log(JSON.stringify(report))
}
