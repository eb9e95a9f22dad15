import { once } from 'node:events'
import { startProgram } from '../scripts/lib/child-processes.ts'
import { load, type Load } from './lib/load.ts'
import { createMailbox } from './lib/mailboxes.ts'
import { deleteEvents, shareClientState, countWaitingEvents } from './lib/queries.ts'
import { measurementOfRounds, type Measurement } from './lib/report.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { rounds, scaled } from './lib/scale.ts'

const mailboxes = 8
const secondsPerRound = scaled(3)
const clientState = 'known to the bench alone'.replaceAll(' ', '-')

/**
 * Change notifications accepted per second by the web node, rows committed, compared with a bare server that runs one
 * INSERT each.
 */
export async function notifications(): Promise<Measurement[]> {
  await using stage = await startBenchApp()
  for (let n = 0; n < mailboxes; n++) await createMailbox(stage, { realTime: true })
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
  const before = await countWaitingEvents(stage.ctx.db)
  // Interleaved, so that other load on this machine affects both alike.
  for (let round = 0; round < rounds; round++) {
    bare.push(await run(String(floorUrl), secondsPerRound))
    ours.push(await run(webhook, secondsPerRound))
  }
  await expectEventsStored(stage, before, ours)
  const compare = (what: string, unit: string, of: (one: Load) => number, note?: string): Measurement =>
    measurementOfRounds(what, unit, ours.map(of), bare.map(of), note)
  return [
    compare('accepted, 32 connections', 'per second', ({ perSecond }) => perSecond, 'higher is better'),
    compare('response, p50', 'ms', ({ p50 }) => p50),
    compare('response, p99', 'ms', ({ p99 }) => p99),
  ]
}

/** Fails the benchmark where a notification was refused, or was accepted and not stored: each has an id of its own. */
async function expectEventsStored(stage: BenchApp, before: number, loads: Load[]): Promise<void> {
  const failures = loads.reduce((sum, { failures: n }) => sum + n, 0)
  if (failures > 0) throw new Error(`${failures} notifications were not accepted`)
  const accepted = loads.reduce((sum, { accepted: n }) => sum + n, 0)
  const rows = (await countWaitingEvents(stage.ctx.db)) - before
  if (rows !== accepted) throw new Error(`${rows} of ${accepted} accepted notifications were stored`)
  await deleteEvents(stage.ctx.db)
}

let sent = 0
/** A change notification as Graph sends it: one item, about 800 bytes. */
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
