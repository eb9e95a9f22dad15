import { spawnSync } from 'node:child_process'

/** `npm run check`: types, lint, format, doors. Seconds, no server. */
const steps: [name: string, command: string, args: string[]][] = [
  ['lock file', 'npm', ['ci', '--dry-run', '--ignore-scripts', '--loglevel=error', '--no-fund', '--no-audit']],
  ['types', 'tsc', ['--noEmit', '--checkers', '2']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['format', 'biome', ['format', '.']],
  ['doors', 'vitest', ['run', '--config', 'vitest.doors.config.ts']],
]

// The compiler and the linter, both in Go, are done in seconds: a third of them went into collecting garbage that fits into memory.
const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '3GiB' }

const failed = steps.filter(([name, command, args]) => {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env })
  process.stdout.write(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`,
  )
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`)
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
