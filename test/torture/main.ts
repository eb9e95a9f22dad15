import { buildPage } from '../../scripts/lib/build-page.ts'
import { readOptions } from './options.ts'
import { torture } from './torture.ts'

/**
 * `npm run torture -- --kills 500 --mails 5000 --nodes 3`: kills workers and lets outages happen while messages
 * arrive, and looks for violated rules of docs/invariants.md. The last line is JSON; exit code 1 with a violation.
 */
const options = readOptions(process.argv.slice(2))
if (!buildPage()) process.exit(1)
process.stderr.write(`seed ${options.seed}\n`)
const report = await torture(options, (line) => process.stderr.write(`${line}\n`))
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exitCode = report.violations.length > 0 ? 1 : 0
