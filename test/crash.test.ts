import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectedMailbox, type ConnectedMailbox } from './kit/mailbox.ts'
import { startApp, type App } from './kit/start-app.ts'
import { startWorker, type Worker } from './kit/worker.ts'

const mails = 300
const kills = 20

let app: App
let mailbox: ConnectedMailbox
beforeAll(async () => {
  app = await startApp()
  mailbox = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Newsletters' }])
  await app.ctx.db.asService(async (tx) => {
    const plan = await tx.selectFrom('plans').select('id').where('name', '=', 'Pro').executeTakeFirstOrThrow()
    await tx
      .insertInto('subscriptions')
      .values({ user_id: mailbox.user.userId, plan_id: plan.id, status: 'active' })
      .execute()
  })
  for (let n = 1; n <= 12; n++) {
    await mailbox.deliver({ folder: 'Invoices', ...mailNumber(n * 2) })
    await mailbox.deliver({ folder: 'Newsletters', ...mailNumber(n * 2 + 1) })
  }
  await mailbox.call('mail-graph', { action: 'sync-folders', mailboxId: mailbox.mailboxId })
  await app.runDueJobs()
  await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId: mailbox.mailboxId })
  await app.runDueJobs()
})
afterAll(() => app[Symbol.asyncDispose]())

const mailNumber = (n: number): { from: string; subject: string; text: string } =>
  n % 2 === 0
    ? {
        from: 'billing@power.example',
        subject: `Invoice ${n} for your electricity`,
        text: 'The amount due is 40 euro.',
      }
    : { from: 'news@garden.example', subject: `Garden letter ${n}`, text: 'Roses, tulips and what to sow now.' }

interface Row {
  message_id: string
  status: string
  reason: string | null
  moved_at: Date | null
}
const logRows = (): Promise<Row[]> =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('email_processing_logs')
      .select(['message_id', 'status', 'reason', 'moved_at'])
      .where('mailbox_id', '=', mailbox.mailboxId)
      .execute(),
  )
/** Counted in the database, because it is polled many times a second. */
const ended = async (): Promise<number> => {
  const { count } = await app.ctx.db.asService((tx) =>
    tx
      .selectFrom('email_processing_logs')
      .select((of) => of.fn.countAll<string>().as('count'))
      .where('mailbox_id', '=', mailbox.mailboxId)
      .where('status', '!=', 'processing')
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

test('after 20 worker kills no message is lost, logged twice or moved twice', {
  timeout: 900_000,
}, async () => {
  await app.control('PUT', '/control/faults', [
    { service: 'graph-notify', path: '.*', drop: true, times: 8 },
    { service: 'graph-notify', path: '.*', duplicate: true, times: 40 },
    { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 5 },
  ])
  let worker: Worker = await startWorker(app)
  const sent: string[] = []
  for (let kill = 1; kill <= kills; kill++) {
    for (let n = 0; n < mails / kills; n++) sent.push(await mailbox.deliver(mailNumber(1000 + sent.length)))
    // The crash is in the middle of the batch: some messages are finished, others not started.
    const before = await ended()
    await expect.poll(async () => (await ended()) > before || before === sent.length, { interval: 10 }).toBe(true)
    await worker.kill()
    worker = await startWorker(app)
  }
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'catch-up', { mailboxId: mailbox.mailboxId }))
  await expect.poll(ended, { timeout: 240_000, interval: 100 }).toBe(mails)
  await worker[Symbol.asyncDispose]()

  const rows = await logRows()
  expect(new Set(rows.map((row) => row.message_id))).toEqual(new Set(sent))
  expect(rows).toHaveLength(mails)
  expect(rows.filter((row) => row.reason === null)).toEqual([])

  const requests = await app.control('GET', '/control/requests?service=graph')
  expect(doubleMoves(requests)).toEqual([])
  // No message caused a crash, so none may be marked as failed.
  expect(rows.filter((row) => row.status === 'failed')).toEqual([])
  const places = await placesInOutlook()
  expect(places.size).toBe(mails + 24)
  // Messages that the processing log reports as moved are in a folder, all others in the inbox.
  const untrue = rows.filter((row) => (row.moved_at === null) !== (places.get(row.message_id) === 'Inbox'))
  expect(untrue).toEqual([])
})

async function placesInOutlook(): Promise<Map<string, string>> {
  const answer = await app.control('GET', `/control/outlook/${mailbox.email}/messages`)
  return new Map((Array.isArray(answer) ? answer : []).map((message) => [String(message.id), String(message.folder)]))
}

test('a starting worker finds a message that arrived without worker and notification', async () => {
  await app.control('PUT', '/control/faults', [{ service: 'graph-notify', path: '.*', drop: true, times: 5 }])
  const id = await mailbox.deliver(mailNumber(5000))
  const row = async () => (await logRows()).find(({ message_id }) => message_id === id)
  expect(await row()).toBeUndefined()
  await using _worker = await startWorker(app)
  await expect.poll(async () => (await row())?.status).toBe('processed')
})

/** Messages that were moved out of the inbox more than once: a second 201 response for the same message. */
function doubleMoves(requests: unknown): string[] {
  const moves = new Map<string, number>()
  for (const request of Array.isArray(requests) ? requests : []) {
    const id = /\/messages\/([^/]+)\/move$/.exec(String(request.url))?.[1]
    if (id && request.method === 'POST' && request.status === 201) moves.set(id, (moves.get(id) ?? 0) + 1)
  }
  return [...moves].filter(([, count]) => count > 1).map(([id]) => id)
}
