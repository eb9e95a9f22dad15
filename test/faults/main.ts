import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/**
 * `npm run test:faults`: every fault at every outgoing call, which takes about an hour. `-- 'draft a reply'` runs the
 * pairs whose names begin so, and `-- --list` prints the names.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } })
const env = {
  ...process.env,
  FAULT_PAIRS: positionals.join(' '),
  ...(values.list ? { FAULT_LIST: 'yes' } : {}),
}
const { status } = spawnSync('vitest', ['run', '--project', 'modules', 'test/faults/fault-matrix.test.ts'], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
