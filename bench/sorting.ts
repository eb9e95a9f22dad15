import { accessTokenOf } from '../server/mail/with-mailbox.ts'
import { deliverMany, createMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { countFinished, pauseMailboxes, resumeMailboxes, countWaitingEvents } from './lib/queries.ts'
import { measurement, type Measurement } from './lib/report.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { waitUntil } from './lib/wait-until.ts'

const mailboxCount = 4
const messagesPerMailbox = 100
const warmUpMessages = 15
const inFlight = 4

/**
 * Messages sorted per second, from the `inbox_events` table into their folder, compared with a bare loop of the same
 * Graph calls.
 */
export async function sorting(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  const makeMany = async (realTime: boolean): Promise<BenchMailbox[]> => {
    const made: BenchMailbox[] = []
    for (let n = 0; n < mailboxCount; n++) made.push(await createMailbox(stage, { realTime }))
    return made
  }
  const untouched = await makeMany(false)
  const sorted = await makeMany(true)
  const floor = await bareLoop(stage, untouched)
  const one = await withWorkers(stage, sorted, 1)
  const two = await withWorkers(stage, sorted, 2)
  const floorAgain = await bareLoop(stage, untouched)
  const bare = (floor + floorAgain) / 2
  return [
    measurement(`sorted, 1 worker, ${mailboxCount} mailboxes`, 'messages per second', one, bare, {
      note: 'higher is better',
    }),
    measurement(`sorted, 2 workers, ${mailboxCount} mailboxes`, 'messages per second', two, bare, {
      note: 'two workers, sandbox and database share this machine',
    }),
  ]
}

/** The clock starts when the workers are warm and all notifications are stored. */
async function withWorkers(stage: BenchApp, mailboxes: BenchMailbox[], count: number): Promise<number> {
  const { db, jobs } = stage.ctx
  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  await using workers = new AsyncDisposableStack()
  for (let n = 0; n < count; n++) workers.use(await stage.startWorker())
  const sorted = async (mails: number): Promise<() => Promise<boolean>> => {
    const before = await countFinished(db, ids)
    return async () => (await countFinished(db, ids)) - before >= mails
  }
  const warmedUp = await sorted(mailboxes.length * warmUpMessages)
  await deliverMany(stage, mailboxes, warmUpMessages)
  await waitUntil('Sorting the warm-up messages', warmedUp)

  await pauseMailboxes(db)
  await deliverMany(stage, mailboxes, messagesPerMailbox)
  const total = mailboxes.length * messagesPerMailbox
  await waitUntil('Receiving all notifications', async () => (await countWaitingEvents(db)) >= total)
  const allSorted = await sorted(total)
  await resumeMailboxes(db)
  const begun = performance.now()
  await db.asService(async (tx) => {
    for (const mailboxId of ids) await jobs.enqueue(tx, 'drain-mailbox', { mailboxId })
  })
  await waitUntil('Sorting all messages', allSorted, 10)
  return total / ((performance.now() - begun) / 1000)
}

/** The sandbox's maximum: reads and moves each message, with as many calls in flight as one mailbox allows. */
async function bareLoop(stage: BenchApp, mailboxes: BenchMailbox[]): Promise<number> {
  const delivered = await deliverMany(stage, mailboxes, messagesPerMailbox)
  const lanes = await Promise.all(
    mailboxes.map(async ({ email, mailboxId }) => ({
      ids: [...delivered].filter(([, to]) => to === email).map(([id]) => id),
      graph: graphOf(stage, await accessTokenOf(stage.ctx, mailboxId)),
    })),
  )
  const targets = await Promise.all(lanes.map(({ graph }) => graph.folder('Invoices')))
  const begun = performance.now()
  await Promise.all(
    lanes.flatMap(({ ids, graph }, n) =>
      Array.from({ length: inFlight }, async () => {
        for (let id = ids.shift(); id; id = ids.shift()) {
          await graph.call(
            `/me/messages/${id}?$select=id,subject,from,parentFolderId,receivedDateTime,internetMessageHeaders,body`,
          )
          await graph.call(`/me/messages/${id}/move`, { destinationId: targets[n] })
        }
      }),
    ),
  )
  return delivered.size / ((performance.now() - begun) / 1000)
}

export function graphOf({ ctx }: BenchApp, token: string) {
  const base = `${ctx.config.microsoft?.graphUrl}/v1.0`
  async function call(path: string, body?: object): Promise<unknown> {
    const answer = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        prefer: 'IdType="ImmutableId"',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const read: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${JSON.stringify(read).slice(0, 300)}`)
    return read
  }
  return {
    call,
    async folder(name: string): Promise<string> {
      const list = await call('/me/mailFolders?$top=100')
      const folders = typeof list === 'object' && list && 'value' in list && Array.isArray(list.value) ? list.value : []
      return String(folders.find((folder) => folder.displayName === name)?.id)
    },
  }
}
