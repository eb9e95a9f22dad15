import { parseArgs } from 'node:util'
import { readCorpus } from './corpus.ts'
import { formatTable, reportOn, tableRow, TABLE_HEAD } from './report.ts'

const USAGE = 'npm run eval -- [--content-only] [--folders FOLDERS.json] FILE.jsonl…'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'content-only': { type: 'boolean', default: false }, folders: { type: 'string' } },
})

if (positionals.length === 0) {
  console.error(`No file to score. ${USAGE}`)
  process.exitCode = 1
} else {
  const options = { contentOnly: values['content-only'], folders: values.folders ?? null }
  const reports = positionals.map((file) => reportOn(readCorpus(file, options)))
  console.log(formatTable([...TABLE_HEAD, ...reports.map(tableRow)]))
  console.log(JSON.stringify({ sets: reports.map(({ set }) => set) }))
}
