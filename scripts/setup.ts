/**
 * `npm run setup`: asks in the terminal what to use, names the steps at each provider, checks what is entered by real
 * calls, and writes `.env`. Secrets are never shown. `-- --file PATH` writes another file.
 */
import { parseArgs } from 'node:util'
import { systemClock } from '../server/clock.ts'
import { reportCommandErrors } from './lib/report-command-errors.ts'
import { runSetup } from './setup/run-setup.ts'
import { openTerminal } from './setup/terminal.ts'

reportCommandErrors()
const { values } = parseArgs({ options: { file: { type: 'string', default: '.env' } } })
using terminal = openTerminal(process.stdin, process.stdout)
await runSetup(terminal, { file: values.file, environment: process.env, clock: systemClock })
