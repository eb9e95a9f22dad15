import { join } from 'node:path'
import { sql } from 'kysely'
import { days, addMs } from '../server/clock.ts'
import { overviewQuery } from '../server/overview/queries.ts'
import { exportPageQuery } from '../server/processing-log/queries.ts'
import { redactLogsBefore } from '../server/sorting/log/processing-log-queries.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { fillLargeHistory } from './lib/fill-large-history.ts'
import { createMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { startWorkers } from './lib/measure-sorting.ts'
import { countLogs, deleteBenchUsers, fillHistory, readWal } from './lib/queries.ts'
import { measurementOfRounds, type Measurement } from './lib/report.ts'
import { runSql } from '../test/kit/run-sql.ts'

const mailboxCount = 4
/** Emails in the history of each mailbox that receives new ones. */
const mailsInHistory = 1000
const newMails = 250
const rounds = 5
/** Rows of other mailboxes; `BENCH_HISTORY=0,10000000` measures ten million. */
const sizes = (process.env['BENCH_HISTORY'] ?? '0,1000000').split(',').map(Number)
/** A folder for the filled databases, which are used again by the next run; filling takes long. */
const folder = process.env['BENCH_HISTORY_DIR']

/** What is measured in a round. */
const figures = {
  databaseMs: ['database, CPU per email', 'ms'],
  workerMs: ['worker, CPU per email', 'ms'],
  perSecond: ['sorted', 'per second'],
  walKilobytes: ['WAL per email after a checkpoint', 'kB'],
  wholePages: ['pages in the WAL per email after a checkpoint', 'pages'],
  overview: ['overview of a user', 'ms'],
  history: ['page of the history with its count', 'ms'],
  redaction: ['nightly redaction, nothing due', 'ms'],
} as const
type Figure = keyof typeof figures
const isFigure = (name: string): name is Figure => Object.hasOwn(figures, name)

interface Stage {
  size: number
  app: BenchApp
  mailboxes: BenchMailbox[]
  values: Record<Figure, number[]>
}

/**
 * Cost of an email, and of what the page and the nightly job read, beside the rows of millions of other emails in the
 * processing log. The rounds alternate between the databases, so that other load on this machine affects all alike.
 */
export async function growth(): Promise<Measurement[]> {
  await using stack = new AsyncDisposableStack()
  const stages: Stage[] = []
  for (const size of sizes) stages.push(await prepare(stack, size))
  for (let round = 0; round < rounds; round++) for (const stage of stages) await measureRound(stage)
  const [smallest] = stages
  return Object.keys(figures)
    .filter(isFigure)
    .flatMap((figure) =>
      stages.map(({ size, values }) => {
        const [what, unit] = figures[figure]
        const floors = smallest && smallest.size < size ? smallest.values[figure] : null
        return measurementOfRounds(`${what}, ${size.toLocaleString('en')} rows`, unit, values[figure], floors)
      }),
    )
}

async function prepare(stack: AsyncDisposableStack, size: number): Promise<Stage> {
  const kept = folder === undefined || size === 0 ? {} : { dataDir: join(folder, String(size)) }
  const app = stack.use(await startBenchApp(kept))
  const { db } = app.ctx
  if ((await countLogs(db)) < size) await fillLargeHistory(app.owner, size)
  await deleteBenchUsers(db)
  const mailboxes: BenchMailbox[] = []
  for (let n = 0; n < mailboxCount; n++) {
    const mailbox = await createMailbox(app, { realTime: true, hasLargeModel: true })
    await fillHistory(db, mailbox, mailsInHistory)
    mailboxes.push(mailbox)
  }
  await runSql(app.owner, 'vacuum (analyze) public.email_processing_logs')
  const values: Stage['values'] = {
    databaseMs: [],
    workerMs: [],
    perSecond: [],
    walKilobytes: [],
    wholePages: [],
    overview: [],
    history: [],
    redaction: [],
  }
  return { size, app, mailboxes, values }
}

async function measureRound({ app, mailboxes, values }: Stage): Promise<void> {
  const { db } = app.ctx
  let before = await readWal(db)
  const atStart = async (): Promise<void> => {
    await runSql(app.owner, 'checkpoint')
    before = await readWal(db)
  }
  await using workers = await startWorkers(app, 1, mailboxes)
  const sorted = await workers.sort(mailboxes, newMails, atStart)
  const after = await readWal(db)
  const emails = newMails * mailboxes.length
  values.walKilobytes.push((after.bytes - before.bytes) / 1000 / emails)
  values.wholePages.push((after.wholePages - before.wholePages) / emails)
  values.databaseMs.push(sorted.databaseMs)
  values.workerMs.push(sorted.workerMs)
  values.perSecond.push(sorted.perSecond)
  const now = app.ctx.clock.now()
  const userId = mailboxes[0]?.userId ?? ''
  const starts = Array.from({ length: 30 }, (_, n) => addMs(now, days(n - 30)))
  const page = { filters: {}, after: null, limit: 25 }
  values.overview.push(await timed(() => db.asService((tx) => overviewQuery(userId, starts).execute(tx))))
  values.history.push(
    await timed(() =>
      db.asService(async (tx) => {
        await exportPageQuery(tx, userId, page).execute()
        await sql`select count(*) from public.email_processing_logs where user_id = ${userId}`.execute(tx)
      }),
    ),
  )
  values.redaction.push(await timed(() => db.asService((tx) => redactLogsBefore(tx, addMs(now, -days(90)), 2000))))
}

/** The second of two executions: the first one may wait for the disk. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  await run()
  const begun = performance.now()
  await run()
  return performance.now() - begun
}
