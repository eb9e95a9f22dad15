import { spawnSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'

// More checkers than processors would only repeat work.
const checkers = String(Math.min(4, availableParallelism()))

/** `npm run check`: dependencies, types, lint, format and import rules. Takes seconds and needs no server. */
const steps: [name: string, command: string, args: string[]][] = [
  ['lock file', 'npm', ['ci', '--dry-run', '--ignore-scripts', '--loglevel=error', '--no-fund', '--no-audit']],
  ['dependencies', process.execPath, ['scripts/check-dependencies.ts']],
  ['types', 'tsc', ['--noEmit', '--checkers', checkers]],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'biome', ['format', '.']],
  ['import rules', 'vitest', ['run', '--config', 'vitest.repo.config.ts']],
]

// The compiler and the linter are short-lived Go programs. A third of their time was garbage collection, and their
// garbage fits into memory.
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
const env = { GOGC: 'off', GOMEMLIMIT: String(Math.min(3 * 2 ** 30, Math.floor(memory / 2))), ...process.env }

const failed = steps.filter(([name, command, args]) => {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env })
  process.stdout.write(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`,
  )
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`)
  else if (stdout.startsWith('skipped')) process.stdout.write(`       ${stdout}`)
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
