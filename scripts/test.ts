import { spawnSync } from 'node:child_process'
import { ensureBrowser } from './lib/browser.ts'
import { buildPage } from './lib/build-page.ts'

/** `npm test`: runs all checks and tests, the quickest first, and stops at the first failure. */
const steps: [name: string, run: () => boolean][] = [
  ['types, lint, import rules', () => run('node', ['scripts/check.ts'])],
  ['the page builds', buildPage],
  ['modules: unit, integration, sandbox contract', () => run('vitest', ['run', '--project', 'modules'])],
  ['a browser is installed', ensureBrowser],
  ['end-to-end tests in the browser', () => run('vitest', ['run', '--project', 'e2e'])],
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

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}
