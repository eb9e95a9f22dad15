import { pino } from 'pino'
import { startSandbox } from '../packages/sandbox/sandbox.ts'
import { days, type Clock } from '../server/clock.ts'
import { createContext } from '../server/compose.ts'
import { readEnvironment, type Config } from '../server/config.ts'
import type { Context } from '../server/context.ts'
import { listen } from '../server/listen.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { loadSecrets } from '../server/secrets.ts'
import { prepareDemo, readDemoSeeds } from './lib/demo-account.ts'
import { pastArrivals, pastDays } from './lib/demo-history.ts'
import { sandboxFolder } from './lib/start-over.ts'

/**
 * The first start of the demo, before `npm start` starts the server: runs the product and the sandbox with their clocks
 * two weeks in the past, prepares the demo account, and lets mail arrive until the present. The product itself sorts
 * it, so every row is what it writes.
 */
const pastMs = days(pastDays(process.argv))
const notifiedWithinMs = 2000

/** Real time, less what is still to come. */
class PastClock implements Clock {
  #behind = pastMs
  now(): Date {
    return new Date(Date.now() - this.#behind)
  }
  advance(ms: number): void {
    this.#behind -= ms
  }
}

// Neither keeps this process alive nor lets it outlive `npm start`.
process.channel?.unref()
process.once('disconnect', () => process.exit(1))
const config = readEnvironment()
const clock = new PastClock()
await using parts = new AsyncDisposableStack()
if (config.sandboxPort === null) throw new Error('There is no sandbox to start')
const stateDir = sandboxFolder(config)
parts.use(await startSandbox({ port: config.sandboxPort, demo: true, stateDir, behindMs: pastMs }))
const log = pino({ level: 'error', base: null }, pino.destination(2))
const secrets = await loadSecrets(config)
const { server } = parts.use(await prepareDatabase(config, secrets, () => undefined))
const ctx = parts.use(await createContext({ config, secrets, server, log, clock }))
parts.use(await listen(ctx, config.port))
await prepareDemo(config)
await ctx.jobs.runDueJobs()
await sortPastMail(config, ctx)

async function sortPastMail({ sandboxUrl }: Config, { jobs }: Pick<Context, 'jobs'>): Promise<void> {
  const { owner, arriving } = await readDemoSeeds(config)
  const advanceTo = async (time: Date): Promise<void> => {
    const ms = time.getTime() - clock.now().getTime()
    if (ms <= 0) return
    clock.advance(ms)
    // Runs the sandbox's timers too: change notifications, and reminders to renew a subscription.
    await control('/control/clock', { advance: `PT${ms / 1000}S` })
    await jobs.runDueJobs()
  }
  const control = async (path: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(sandboxUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`POST ${path} returned ${answer.status}: ${await answer.text()}`)
  }
  const mails = arriving.values()
  for (const { time, count } of pastArrivals(clock.now(), new Date())) {
    await advanceTo(time)
    for (let left = count; left > 0; left--) {
      const mail = mails.next().value
      const path = `/control/outlook/${owner.address}/messages?folder=Inbox`
      if (mail) await control(path, { ...mail.message, receivedDateTime: time.toISOString() })
    }
    await advanceTo(new Date(time.getTime() + notifiedWithinMs))
  }
  await advanceTo(new Date())
}
