import { spawnSync } from 'node:child_process'
import { buildPage } from '../../scripts/lib/build-page.ts'

/** `npm run test:nodes`: nodes in processes of their own; `-- failover` runs the files whose names contain it. */
const filters = process.argv.slice(2)
const run = (): number | null =>
  spawnSync('vitest', ['run', '--project', 'nodes', '--reporter', 'verbose', ...filters], { stdio: 'inherit' }).status
process.exitCode = buildPage() ? (run() ?? 1) : 1
