import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './lib/browser.ts'
import { ensureDovecot } from './lib/dovecot.ts'
import { buildPage } from './lib/build-page.ts'
import { findChangedFiles, selectTests } from './lib/changed-tests.ts'

/**
 * `npm test`: runs all checks and tests, the quickest first, and stops at the first failure. `-- --changed` runs the
 * checks and the tests that the changes since the last commit can reach, with all walks through the screens of these
 * changes; `-- --changed main` those since another one.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { changed: { type: 'boolean' } } })
const tests = values.changed ? selectTests(findChangedFiles(positionals[0] ?? 'HEAD')) : null
const needsPage = tests?.some((file) => file.startsWith('test/e2e/')) ?? true

const steps: [name: string, run: () => boolean][] = [
  ['types, lint, import rules', () => run('node', ['scripts/check.ts'])],
  ['the page builds', () => !needsPage || buildPage()],
  ['a browser is installed', () => !needsPage || ensureBrowser()],
  ['a mail server is installed', ensureDovecot],
  ['tests of modules, and end-to-end tests in the browser', () => tests?.length === 0 || runTests()],
]

for (const [name, step] of steps) {
  const started = performance.now()
  process.stdout.write(`\n── ${name}\n`)
  const passed = step()
  process.stdout.write(
    `── ${name}: ${passed ? 'ok' : 'FAILED'} after ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
  )
  if (!passed) process.exit(1)
}

function runTests(): boolean {
  const projects = ['suite', ...(tests ? ['e2e-long'] : [])].flatMap((project) => ['--project', project])
  return run('vitest', ['run', ...projects, '--bail', '5', ...(tests ?? [])])
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}
