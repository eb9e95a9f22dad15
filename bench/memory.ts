import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { startBenchParts } from './lib/bench-app.ts'
import { createMailbox, deliver, type BenchMailbox } from './lib/mailboxes.ts'
import { countFinished } from './lib/queries.ts'
import { measurementOfRounds, type Measurement } from './lib/report.ts'
import { waitUntil } from './lib/wait-until.ts'

/** `BENCH_MINUTES` measures for a shorter time. */
const minutes = Number(process.env['BENCH_MINUTES'] ?? 30)
const mailboxCount = 4
/** Five messages per second. */
const everyMs = 200
const sampleMs = 10_000
/** Compiled code, prepared statements and decoded models take their memory first. */
const warmUpMails = 300

/** Resident memory of both nodes at a steady rate of email: in the last third of the time, compared with the first. */
export async function memory(): Promise<Measurement[]> {
  await using stage = await startBenchParts()
  await using nodes = new AsyncDisposableStack()
  const web = nodes.use(await stage.startWeb())
  const mailboxes: BenchMailbox[] = []
  for (let n = 0; n < mailboxCount; n++)
    mailboxes.push(await createMailbox(stage, { realTime: true, hasLargeModel: true }))
  const worker = nodes.use(await stage.startWorker())
  let delivered = 0
  async function deliverFor(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const to = mailboxes[delivered % mailboxCount]
      if (to) await deliver(stage, to.email, 1000 + delivered++)
      await delay(everyMs)
    }
  }
  await deliverFor(() => delivered >= warmUpMails)
  const samples: { web: number; worker: number }[] = []
  const sample = async (): Promise<void> => {
    samples.push({ web: await residentMb(web.child.pid), worker: await residentMb(worker.child.pid) })
  }
  const end = performance.now() + minutes * 60_000
  const sampling = setInterval(() => void sample(), sampleMs)
  await deliverFor(() => performance.now() >= end)
  clearInterval(sampling)
  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  await waitUntil('Sorting all messages', async () => (await countFinished(stage.ctx.db, ids)) >= delivered)
  const third = Math.floor(samples.length / 3)
  const [first, last] = [samples.slice(0, third), samples.slice(-third)]
  const note = `floor: first third of ${minutes} minutes; ${delivered} emails`
  return (['web', 'worker'] as const).map((node) =>
    measurementOfRounds(
      `${node}, resident memory`,
      'MB',
      last.map((one) => one[node]),
      first.map((one) => one[node]),
      note,
    ),
  )
}

/** Resident set size of a process in MB; NaN where there is no `/proc`. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}
