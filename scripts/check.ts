import { availableParallelism, totalmem } from 'node:os'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { planLint } from './lib/lint-cache.ts'

// More checkers than processors would only repeat work.
const checkers = String(Math.min(4, availableParallelism()))
// What has not changed since the last check is not checked again.
const incremental = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']
const lint = planLint()

/**
 * `npm run check`: licences, types, lint, format and import rules. Takes seconds and needs no server. The lanes run
 * side by side.
 */
const lanes: [name: string, command: string, args: string[]][][] = [
  [['types', 'tsc', ['--noEmit', '--checkers', checkers, ...incremental]]],
  lint.files.length === 0 ? [] : [['lint', 'oxlint', ['--type-aware', '--deny-warnings', ...lint.files]]],
  [
    ['lock file', 'npm', ['ci', '--dry-run', '--ignore-scripts', '--loglevel=error', '--no-fund', '--no-audit']],
    ['licences', process.execPath, ['scripts/check-licences.ts']],
    ['format', 'biome', ['format', '.']],
    ['import rules', 'vitest', ['run', '--config', 'vitest.repo.config.ts']],
  ],
]

// The compiler and the linter are short-lived Go programs. A third of their time was garbage collection, and their
// garbage fits into memory.
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
const env = { GOGC: 'off', GOMEMLIMIT: String(Math.min(3 * 2 ** 30, Math.floor(memory / 2))), ...process.env }

let failed = 0
await Promise.all(
  lanes.map(async (steps) => {
    for (const [name, command, args] of steps) {
      const { passed, seconds, output } = await runProcess(command, args, env)
      if (!passed) failed += 1
      else if (name === 'lint') lint.save()
      process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n`)
      if (!passed) process.stdout.write(`${output}\n`)
    }
  }),
)
process.exit(failed === 0 ? 0 : 1)

/** Runs a command beside others. @returns its output, to print it in one piece */
async function runProcess(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ passed: boolean; seconds: number; output: string }> {
  const started = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'close')
  return { passed: code === 0, seconds: (performance.now() - started) / 1000, output }
}
