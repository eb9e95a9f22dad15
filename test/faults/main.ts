import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { selectionVariable, type Selection } from './selection.ts'

/**
 * `npm run test:faults`: every fault at every outgoing call, each call in the first scenario that makes it.
 * `-- --everywhere` in each of them, `-- 'draft a reply'` the pairs whose names begin so, `-- --fault hangs` those of a
 * kind of fault, `-- --part 1/4` those of a quarter of the calls, `-- --from forward` those from this scenario on, and
 * `-- --list` prints the names.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    everywhere: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true, default: [] },
    from: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
  },
})
const [number = 1, count = 1] = values.part.split('/').map(Number)
const selection: Selection = {
  beginning: positionals.join(' '),
  from: values.from,
  isEverywhere: values.everywhere,
  faults: values.fault,
  part: [number, count],
  isListed: values.list,
}
const env = { ...process.env, [selectionVariable]: JSON.stringify(selection) }
const { status } = spawnSync('vitest', ['run', '--project', 'long', 'test/faults/fault-matrix.long.test.ts'], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
