import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/**
 * `npm run test:image`: builds the image with Docker or Podman, and runs it. `-- --base NAME` takes another Debian 12
 * than the one of the Dockerfile, where no registry is reachable.
 */
const { values } = parseArgs({ options: { base: { type: 'string' } } })
const env = { ...process.env, ...(values.base !== undefined && { IMAGE_BASE: values.base }) }
const run = spawnSync('vitest', ['run', '--project', 'image', '--reporter', 'verbose'], { stdio: 'inherit', env })
process.exitCode = run.status ?? 1
