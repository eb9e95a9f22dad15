import { setTimeout as delay } from 'node:timers/promises'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { createMailbox, deliver, type BenchMailbox } from './lib/mailboxes.ts'
import { countFinished, deleteEvents, insertBacklog, listSorted } from './lib/queries.ts'
import { measurement, percentile, type Measurement } from './lib/report.ts'
import { waitUntil } from './lib/wait-until.ts'

const otherMailboxes = 8
const backlogSize = 100_000
/** Messages of the backlog that exist in Outlook: more than are sorted in all rounds. The others are gone. */
const backlogInOutlook = 8000
const rounds = 5
const mailsPerRound = 120
const everyMs = 150
/** An answer of Graph takes this long in the second measurement; the sandbox alone answers in a few milliseconds. */
const graphDelayMs = 100

/**
 * How much a mailbox with 100,000 waiting emails, one of them failing at each attempt, delays the emails of other
 * mailboxes. Rounds with and without the backlog alternate in the same processes, so that other load on this machine
 * affects both alike.
 */
export async function backlog(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const busy = await createMailbox(stage, { realTime: false, hasLargeModel: true, plan: 25_000 })
  const waiting = await fillInbox(stage, busy)
  const others: BenchMailbox[] = []
  for (let n = 0; n < otherMailboxes; n++) {
    others.push(await createMailbox(stage, { realTime: true, hasLargeModel: true, plan: 25_000 }))
  }
  await using worker = await stage.startWorker()
  await measureRound(stage, others)
  const results: Measurement[] = []
  for (const delayMs of [0, graphDelayMs]) {
    const faults = delayMs === 0 ? [] : [{ service: 'graph', path: '', delayMs }]
    const without: number[] = []
    const beside: number[] = []
    let sorted = 0
    for (let round = 0; round < rounds; round++) {
      await stage.control('PUT', '/control/faults', faults)
      without.push(...(await measureRound(stage, others)))
      const poison = waiting[0]
      if (poison === undefined) throw new Error('The backlog was sorted before the last round')
      await stage.control('PUT', '/control/faults', [...faults, { service: 'graph', path: poison, status: 400 }])
      const before = await countFinished(stage.ctx.db, [busy.mailboxId])
      await insertBacklog(stage.ctx, busy, { messageIds: waiting, size: backlogSize })
      beside.push(...(await measureRound(stage, others)))
      const done = (await countFinished(stage.ctx.db, [busy.mailboxId])) - before
      await deleteEvents(stage.ctx.db)
      waiting.splice(0, done + 10)
      sorted += done
    }
    const answers = delayMs === 0 ? 'at once' : `after ${delayMs} ms`
    const note = `Graph answers ${answers}; ${sorted} emails of the backlog were sorted meanwhile`
    const report = (name: string, share: number, more: object): Measurement =>
      measurement(`others, ${name}`, 'ms', percentile(beside, share), percentile(without, share), more)
    results.push(report('p50', 0.5, {}), report('p95', 0.95, { note }))
  }
  await worker[Symbol.asyncDispose]()
  return results
}

/** Delivers emails in advance. @returns their ids, oldest first */
async function fillInbox(stage: BenchApp, { email }: BenchMailbox): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < backlogInOutlook; n++) ids.push(await deliver(stage, email, 1000 + n))
  return ids
}

/** Delivers emails to the mailboxes at a steady rate. @returns milliseconds from delivery to move */
async function measureRound(stage: BenchApp, mailboxes: BenchMailbox[]): Promise<number[]> {
  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  const arrived = new Map<string, number>()
  for (let n = 0; n < mailsPerRound; n++) {
    const to = mailboxes[n % mailboxes.length]
    if (!to) continue
    const at = Date.now()
    arrived.set(await deliver(stage, to.email, 1000 + n), at)
    await delay(Math.max(0, at + everyMs - Date.now()))
  }
  const waits = async (): Promise<number[]> =>
    (await listSorted(stage.ctx.db, ids)).flatMap(({ messageId, movedAt, ended }) => {
      const at = arrived.get(messageId)
      return at !== undefined && movedAt && ended ? [movedAt.getTime() - at] : []
    })
  await waitUntil('Sorting the emails of the others', async () => (await waits()).length === arrived.size, 250)
  return waits()
}
