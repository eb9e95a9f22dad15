import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './lib/browser.ts'
import { buildPage } from './lib/build-page.ts'
import { ensureCyrus } from './lib/cyrus.ts'
import { ensureDovecot } from './lib/dovecot.ts'
import { longSteps } from './lib/long-steps.ts'

/**
 * `npm run test:long -- --minutes 60`: searches for what `npm test` does not decide: random inputs, orders and
 * incidents, every fault, deliberate faults, sizes of a window, time and memory. Names after `--` choose steps. Begins
 * with another step each day, and begins none after the given time. Prints the seed, and for each failure the command
 * that repeats it; exit code 1 with a failure.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '60' }, list: { type: 'boolean' } },
})
const minutes = Number(values.minutes)
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_000)
const day = Math.floor(Date.now() / 86_400_000)
const steps = longSteps({ minutes, seed, day })
const unknown = positionals.filter((name) => !steps.some((step) => step.name === name))
const print = (line: string): boolean => process.stdout.write(`${line}\n`)

if (values.list || unknown.length > 0 || !(minutes > 0)) {
  for (const { name, what } of steps) print(`${name.padEnd(10)} ${what}`)
  process.exit(values.list ? 0 : 2)
}
if (!buildPage() || !ensureBrowser()) process.exit(1)
ensureDovecot()
ensureCyrus()
print(`SEED=${seed}`)
const chosen = steps.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const first = day % chosen.length
const began = performance.now()
const failed: string[] = []
const left: string[] = []
for (const { name, what, command } of [...chosen.slice(first), ...chosen.slice(0, first)]) {
  const started = performance.now()
  if (started - began > minutes * 60_000) {
    left.push(name)
    continue
  }
  print(`\n── ${name}: ${what}`)
  const [program = '', ...args] = command
  const [runner, ...run] = program.endsWith('.ts') ? [process.execPath, program, ...args] : [program, ...args]
  const env = { ...process.env, SEED: String(seed) }
  const passed = spawnSync(runner, run, { stdio: 'inherit', env }).status === 0
  print(`── ${name}: ${passed ? 'ok' : 'FAILED'} after ${((performance.now() - started) / 1000).toFixed(0)} s`)
  if (!passed) failed.push(repeatedBy(command))
}
if (left.length > 0) print(`\nThe time was over before: npm run test:long -- ${left.join(' ')}`)
for (const command of failed) print(`Repeat it: ${command}`)
process.exitCode = failed.length > 0 ? 1 : 0

function repeatedBy([program = '', ...args]: string[]): string {
  const runner = program.endsWith('.ts') ? 'node scripts/run.mjs' : 'npx'
  const quoted = args.map((arg) => (/[*\s]/.test(arg) ? `'${arg}'` : arg))
  const files = program === 'vitest' ? ' (with the name of a failed file at its end: this file alone)' : ''
  return `SEED=${seed} ${runner} ${[program, ...quoted].join(' ')}${files}`
}
