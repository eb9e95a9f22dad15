import { accessTokenOf } from '../server/mail/with-mailbox.ts'
import { deliverMany, makeMailbox, type BenchMailbox } from './lib/mailboxes.ts'
import { endedCount, hold, release, waitingEvents } from './lib/queries.ts'
import { measured, type Measurement } from './lib/report.ts'
import { openStage, type Stage } from './lib/stage.ts'
import { until } from './lib/until.ts'

const mailboxCount = 4
const each = 100
const forWarmth = 15
const inFlight = 4

/** Mails that go from the inbox table into their folder in a second, against a bare loop of the same Graph calls. */
export async function sorting(): Promise<Measurement[]> {
  await using stage = await openStage()
  const makeMany = async (realTime: boolean): Promise<BenchMailbox[]> => {
    const made: BenchMailbox[] = []
    for (let n = 0; n < mailboxCount; n++) made.push(await makeMailbox(stage, { realTime }))
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
    measured(`sorted, 1 worker, ${mailboxCount} mailboxes`, 'mails per second', one, bare, {
      note: 'higher is better',
    }),
    measured(`sorted, 2 workers, ${mailboxCount} mailboxes`, 'mails per second', two, bare, {
      note: 'two workers, sandbox and database share this machine',
    }),
  ]
}

/** The workers are warm and everything has arrived before the clock runs. */
async function withWorkers(stage: Stage, mailboxes: BenchMailbox[], count: number): Promise<number> {
  const { db, jobs } = stage.ctx
  const ids = mailboxes.map(({ mailboxId }) => mailboxId)
  await using workers = new AsyncDisposableStack()
  for (let n = 0; n < count; n++) workers.use(await stage.startWorker())
  const sorted = async (mails: number): Promise<() => Promise<boolean>> => {
    const before = await endedCount(db, ids)
    return async () => (await endedCount(db, ids)) - before >= mails
  }
  const warmedUp = await sorted(mailboxes.length * forWarmth)
  await deliverMany(stage, mailboxes, forWarmth)
  await until('the mail that warms up', warmedUp)

  await hold(db)
  await deliverMany(stage, mailboxes, each)
  const total = mailboxes.length * each
  await until('all notifications', async () => (await waitingEvents(db)) >= total)
  const allSorted = await sorted(total)
  await release(db)
  const begun = performance.now()
  await db.asService(async (tx) => {
    for (const mailboxId of ids) await jobs.enqueue(tx, 'drain-mailbox', { mailboxId })
  })
  await until('all mail', allSorted, 10)
  return total / ((performance.now() - begun) / 1000)
}

/** What the sandbox can give: read and move each mail, as many calls in flight as a mailbox is allowed. */
async function bareLoop(stage: Stage, mailboxes: BenchMailbox[]): Promise<number> {
  const delivered = await deliverMany(stage, mailboxes, each)
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

export function graphOf({ ctx }: Stage, token: string) {
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
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(read).slice(0, 300)}`)
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
