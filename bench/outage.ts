import { z } from 'zod'
import { addMs, minutes, type Clock } from '../server/clock.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { createMailbox, deliver, type BenchMailbox } from './lib/mailboxes.ts'
import { expireAccessTokens, listOutcomes } from './lib/queries.ts'
import { measurement, type Measurement } from './lib/report.ts'

const mailboxCount = 5
const outageMinutes = 6 * 60
/** Each mailbox receives an email in this interval. */
const arrivalMinutes = 30
const catchUpMaxMinutes = 60

const outages = [
  { name: 'Graph down', service: 'graph', fault: { service: 'graph', path: '', status: 503 } },
  {
    name: 'secret refused',
    service: 'entra',
    fault: {
      service: 'entra',
      path: 'token',
      status: 401,
      body: { error: 'invalid_client', error_codes: [7000222] },
    },
  },
] as const

/** The machine's clock, ahead by what the benchmark has skipped. */
class VirtualClock implements Clock {
  #aheadMs = 0
  now(): Date {
    return addMs(new Date(), this.#aheadMs)
  }
  advance(ms: number): void {
    this.#aheadMs += ms
  }
}

/**
 * Six hours of an outage in virtual time, minute by minute: how often the failing provider is called, whether an email
 * is lost, and how long it takes to sort what has arrived meanwhile.
 */
export async function outage(): Promise<Measurement[]> {
  const results: Measurement[] = []
  for (const one of outages) results.push(...(await measure(one)))
  return results
}

async function measure({ name, service, fault }: (typeof outages)[number]): Promise<Measurement[]> {
  const clock = new VirtualClock()
  await using stage = await startBenchApp({ clock })
  const mailboxes: BenchMailbox[] = []
  for (let n = 0; n < mailboxCount; n++) mailboxes.push(await createMailbox(stage, { realTime: true }))
  for (let n = 0; n < 10; n++) await passMinute(stage, clock)

  await expireAccessTokens(stage.ctx.db, clock.now())
  await stage.control('PUT', '/control/faults', [fault])
  const ids = new Set<string>()
  const requests: number[] = []
  for (let n = 0; n < outageMinutes; n++) {
    if (n % arrivalMinutes === 0)
      for (const { email } of mailboxes) ids.add(await deliver(stage, email, 2000 + ids.size))
    await stage.control('DELETE', '/control/requests')
    await passMinute(stage, clock)
    requests.push(await countRequests(stage, service))
  }
  await stage.control('PUT', '/control/faults', [])
  const { caughtUpAfter, lost } = await catchUp(stage, clock, ids)
  const total = requests.reduce((sum, count) => sum + count, 0)
  return [
    measurement(`${name}: requests per mailbox`, 'in 6 hours', total / mailboxCount, null, {
      note: `${mailboxCount} mailboxes, ${total} in all, at most ${Math.max(...requests)} in a minute`,
    }),
    measurement(`${name}: emails lost`, `of ${ids.size}`, lost, null, { budget: 0 }),
    measurement(`${name}: caught up after`, 'minutes', caughtUpAfter, null, {
      note: caughtUpAfter === catchUpMaxMinutes ? 'not finished' : '',
    }),
  ]
}

async function passMinute(stage: BenchApp, clock: VirtualClock): Promise<void> {
  const { ctx } = stage
  clock.advance(minutes(1))
  await stage.control('POST', '/control/clock', { advance: 'PT60S' })
  await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await ctx.jobs.runDueJobs()
}

/** An email is lost if it has no result, or has failed: nothing tries it again then. */
async function catchUp(
  stage: BenchApp,
  clock: VirtualClock,
  ids: ReadonlySet<string>,
): Promise<{ caughtUpAfter: number; lost: number }> {
  for (let n = 1; ; n++) {
    await passMinute(stage, clock)
    const outcomes = (await listOutcomes(stage.ctx.db)).filter(({ messageId }) => ids.has(messageId))
    const ended = outcomes.filter(({ status }) => status !== 'processing')
    if (ended.length < ids.size && n < catchUpMaxMinutes) continue
    return { caughtUpAfter: n, lost: ids.size - ended.filter(({ status }) => status !== 'failed').length }
  }
}

async function countRequests(stage: BenchApp, service: string): Promise<number> {
  return z.array(z.unknown()).parse(await stage.control('GET', `/control/requests?service=${service}`)).length
}
