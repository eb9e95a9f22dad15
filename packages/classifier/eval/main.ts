import { parseArgs } from 'node:util'
import { reportInputErrors } from './input-error.ts'
import { readCorpus } from './corpus.ts'
import { injectionReport } from './injection.ts'
import { formatTable, reportOn, tableRow, TABLE_HEAD } from './report.ts'

reportInputErrors()

const USAGE =
  'npm run eval -- [--content-only] [--folders FOLDERS.json] FILE.jsonl…, or npm run eval -- --injection ' +
  'ATTACKED.jsonl CLEAN.jsonl'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'content-only': { type: 'boolean', default: false },
    folders: { type: 'string' },
    injection: { type: 'string' },
  },
})

const [clean] = positionals
if (clean === undefined) {
  console.error(`No file to score. ${USAGE}`)
  process.exitCode = 1
} else if (values.injection !== undefined) {
  console.log(JSON.stringify(injectionReport(values.injection, clean)))
} else {
  const options = { contentOnly: values['content-only'], folders: values.folders ?? null }
  const reports = positionals.map((file) => reportOn(readCorpus(file, options)))
  console.log(formatTable([...TABLE_HEAD, ...reports.map(tableRow)]))
  console.log(JSON.stringify({ sets: reports.map(({ set }) => set) }))
}
