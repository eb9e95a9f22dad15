import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { cpuTime, inputsOf, ofSize, shapesOf, superLinear, type FuzzTarget, type Shape } from './fuzz-target.ts'
import { targets } from './targets.ts'

/**
 * `npm run fuzz -- --minutes 10 [TARGET …]`: random inputs for each target, half of the time hostile ones of 1 MB. A
 * finding is an unexpected error, time that grows faster than the input, or more than 200 ms of CPU for 1 MB. The last
 * line is JSON; exit code 1 with a finding. `--seed` repeats the inputs.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
})
const milliseconds = Number(values.minutes) * 60_000
const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
if (chosen.length === 0 || !(milliseconds > 0)) {
  process.stderr.write(`Targets: ${targets.map(({ name }) => `'${name}'`).join(', ')}\n`)
  process.exit(2)
}
const megabyte = 1024 * 1024
const mostMs = 200
const mostFindings = 5

interface Report {
  target: string
  inputs: number
  hostile: number
  /** The longest CPU time of an input of 1 MB. */
  slowestMs: number
  findings: string[]
}

const reports: Report[] = []
for (const target of chosen) {
  const report = await fuzz(target, milliseconds, Number(values.seed))
  process.stderr.write(`${JSON.stringify(report)}\n`)
  reports.push(report)
}
process.stdout.write(`${JSON.stringify({ seed: Number(values.seed), minutes: Number(values.minutes), reports })}\n`)
process.exitCode = reports.some(({ findings }) => findings.length > 0) ? 1 : 0

async function fuzz(target: FuzzTarget, time: number, seed: number): Promise<Report> {
  const report: Report = { target: target.name, inputs: 0, hostile: 0, slowestMs: 0, findings: [] }
  const start = performance.now()
  const half = start + time / 2
  const until = (end: number) => ({
    seed,
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: end - performance.now(),
  })
  const inputs = await fc.check(
    fc.asyncProperty(inputsOf(target), async (input) => {
      report.inputs += 1
      await target.run(input)
    }),
    until(half),
  )
  if (inputs.failed) report.findings.push(fc.defaultReportMessage(inputs) ?? 'failed')
  while (performance.now() < start + time && report.findings.length < mostFindings) {
    const [shape] = fc.sample(shapesOf(target), { seed: seed + report.hostile, numRuns: 1 })
    report.hostile += 1
    if (shape) await tryHostile(target, shape, report)
  }
  return report
}

async function tryHostile(target: FuzzTarget, shape: Shape, report: Report): Promise<void> {
  const input = ofSize(shape, Math.min(megabyte, target.maxLength ?? megabyte))
  try {
    let cpu = await cpuTime(target, input, 1)
    if (cpu > mostMs) cpu = await cpuTime(target, input, 8)
    report.slowestMs = Math.max(report.slowestMs, Math.round(cpu))
    if (cpu > mostMs) report.findings.push(`${JSON.stringify(shape)}: 1 MB takes ${cpu.toFixed(0)} ms`)
    const growth = await superLinear(target, shape)
    if (growth !== null) report.findings.push(growth)
  } catch (error) {
    report.findings.push(`${JSON.stringify(shape)} of 1 MB: ${String(error)}`)
  }
}
