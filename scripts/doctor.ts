/**
 * `npm run doctor`: checks the settings and everything they refer to, by real calls that change nothing. Prints one
 * line per check with what to do; `--json` prints an array. Exits with 1 where a check fails.
 */
import { parseArgs } from 'node:util'
import { runDoctor } from '../server/doctor/run-doctor.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'

reportCommandErrors()
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const findings = await runDoctor(process.env)
if (values.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
else
  for (const { level, check, text, remedy } of findings)
    process.stdout.write(`${level.padEnd(7)}  ${check}: ${text}\n${remedy === null ? '' : `         → ${remedy}\n`}`)
process.exitCode = findings.some(({ level }) => level === 'error') ? 1 : 0
