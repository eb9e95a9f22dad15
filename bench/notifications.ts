import { once } from 'node:events'
import { startProgram } from '../scripts/lib/children.ts'
import { load, type Load } from './lib/load.ts'
import { makeMailbox } from './lib/mailboxes.ts'
import { forgetEvents, shareClientState, waitingEvents } from './lib/queries.ts'
import { measured, type Measurement } from './lib/report.ts'
import { openStage, type Stage } from './lib/stage.ts'

const mailboxes = 8
const rounds = 2
const clientState = 'known to the bench alone'.replaceAll(' ', '-')

/** Posts of Graph that the web node accepts in a second, rows committed, against a bare server with one INSERT each. */
export async function notifications(): Promise<Measurement[]> {
  await using stage = await openStage()
  for (let n = 0; n < mailboxes; n++) await makeMailbox(stage, { realTime: true })
  const subscriptions = await shareClientState(stage.ctx.db, clientState)
  await using floorProgram = startProgram('bench/programs/floor.ts', {
    FLOOR_DATABASE: JSON.stringify(stage.owner),
  })
  const [floorUrl] = await once(floorProgram.child, 'message')

  const body = (): string => notification(subscriptions)
  const run = (url: string, seconds: number): Promise<Load> =>
    load(url, { connections: 32, seconds, wanted: 202, body })
  const webhook = `${stage.url}/api/mail-webhook`
  await run(String(floorUrl), 1)
  await run(webhook, 1)
  const [bare, ours]: [Load[], Load[]] = [[], []]
  const before = await waitingEvents(stage.ctx.db)
  // By turns, so that whatever else this machine does meets both.
  for (let round = 0; round < rounds; round++) {
    bare.push(await run(String(floorUrl), 3))
    ours.push(await run(webhook, 3))
  }
  await mustBeThere(stage, before, ours)
  const mean = (loads: Load[], of: (load: Load) => number): number =>
    loads.reduce((sum, one) => sum + of(one), 0) / loads.length
  return [
    measured(
      'accepted, 32 connections',
      'per second',
      mean(ours, (l) => l.perSecond),
      mean(bare, (l) => l.perSecond),
      {
        note: 'higher is better',
      },
    ),
    measured(
      'answer, p50',
      'ms',
      mean(ours, (l) => l.p50),
      mean(bare, (l) => l.p50),
    ),
    measured(
      'answer, p99',
      'ms',
      mean(ours, (l) => l.p99),
      mean(bare, (l) => l.p99),
    ),
  ]
}

/** A figure for posts that were not written down would be worth nothing. */
async function mustBeThere(stage: Stage, before: number, loads: Load[]): Promise<void> {
  const failures = loads.reduce((sum, { failures: n }) => sum + n, 0)
  if (failures > 0) throw new Error(`${failures} posts were not accepted`)
  const rows = (await waitingEvents(stage.ctx.db)) - before
  if (rows < 100) throw new Error(`Only ${rows} notifications were written down`)
  await forgetEvents(stage.ctx.db)
}

let sent = 0
/** A post as Graph sends it: one item, some 800 bytes. */
function notification(subscriptions: string[]): string {
  const id = `AAMkADbench${'A'.repeat(100)}${++sent}`
  const resource = `Users/0d3f7e1e-3f2b-4a54-9f2b-1c1f0b5a7a11/Messages/${id}`
  return JSON.stringify({
    value: [
      {
        subscriptionId: subscriptions[sent % subscriptions.length],
        subscriptionExpirationDateTime: '2030-01-01T00:00:00.0000000Z',
        changeType: 'created',
        resource,
        resourceData: {
          '@odata.type': '#Microsoft.Graph.Message',
          '@odata.id': resource,
          '@odata.etag': 'W/"CQAAABYAAAB"',
          id,
        },
        clientState,
        tenantId: '84bd8158-6d4d-4958-8b9f-9d6445542f95',
      },
    ],
  })
}
