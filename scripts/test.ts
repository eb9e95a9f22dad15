import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { findChangedFiles, selectTests } from './lib/changed-tests.ts'

type Command = [name: string, program: string, ...args: string[]]
/** Commands that run side by side. */
type Step = Command[]

/**
 * `npm test`: runs all checks and tests, the quickest first, and stops at the first failure. `-- --changed` runs the
 * checks and the tests that the changes since the last commit can reach, with all walks through the screens of these
 * changes; `-- --changed main` those since another one.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { changed: { type: 'boolean' } } })
const tests = values.changed ? selectTests(findChangedFiles(positionals[0] ?? 'HEAD')) : null
const projects = ['suite', ...(tests ? ['e2e-long'] : [])].flatMap((project) => ['--project', project])
const choice = ['run', ...projects, '--bail', '5', ...(tests ?? [])]
const needsPage = tests?.some((file) => file.startsWith('test/e2e/')) ?? true

const steps: Step[] = [
  [
    ['types, lint, import rules', 'node', 'scripts/check.ts'],
    // Packages of the system are downloaded while the checks compute.
    ['browser, mail server, page', 'node', 'scripts/prepare-tests.ts', ...(needsPage ? [] : ['--without-page'])],
  ],
  tests?.length === 0 ? [] : [['tests of modules, and end-to-end tests in the browser', 'vitest', ...choice]],
]

for (const commands of steps) {
  const passed = await Promise.all(commands.map(runCommand))
  if (passed.includes(false)) process.exit(1)
}

async function runCommand([name, program, ...args]: Command): Promise<boolean> {
  const started = performance.now()
  process.stdout.write(`\n── ${name}\n`)
  const [code] = await once(spawn(program, args, { stdio: 'inherit' }), 'close')
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  process.stdout.write(`── ${name}: ${code === 0 ? 'ok' : 'FAILED'} after ${seconds} s\n`)
  return code === 0
}
