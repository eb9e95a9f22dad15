import type { RequestListener } from 'node:http'
import { pino } from 'pino'
import { startSandbox } from '../../packages/sandbox/sandbox.ts'
import { days, type Clock } from '../../server/clock.ts'
import { createContext } from '../../server/compose.ts'
import type { Config } from '../../server/config.ts'
import type { Context } from '../../server/context.ts'
import type { ConnectionSettings } from '../../server/db/connection/connection.ts'
import { createListener, serve } from '../../server/listen.ts'
import type { Secrets } from '../../server/secrets.ts'
import { prepareDemo, readDemoSeeds } from './demo-account.ts'
import { pastArrivals } from './demo-history.ts'
import { sandboxFolder } from './describe-installation.ts'

interface Past {
  config: Config
  secrets: Secrets
  server: ConnectionSettings
  days: number
  /** The built page by default. */
  pagesDir?: string
  /** Called with each day (YYYY-MM-DD) whose email begins to arrive. */
  onDay?: (day: string) => void
}

const notifiedWithinMs = 2000

/** Real time, less what is still to come. */
class PastClock implements Clock {
  #behindMs: number
  constructor(behindMs: number) {
    this.#behindMs = behindMs
  }
  now(): Date {
    return new Date(Date.now() - this.#behindMs)
  }
  advance(ms: number): void {
    this.#behindMs -= ms
  }
}

/**
 * Runs the product and the sandbox with their clocks in the past, prepares the demo account, and lets mail arrive until
 * the present. The product itself sorts it, so every row is what it writes. A user who signed up meanwhile would have a
 * session that has long ended: the page answers only once the server has started with the present time.
 */
export async function prepareDemoPast({
  config,
  secrets,
  server,
  days: pastDays,
  pagesDir,
  onDay,
}: Past): Promise<void> {
  const clock = new PastClock(days(pastDays))
  await using parts = new AsyncDisposableStack()
  if (config.sandboxPort === null) throw new Error('There is no sandbox to start')
  const stateDir = sandboxFolder(config)
  parts.use(await startSandbox({ port: config.sandboxPort, demo: true, stateDir, behindMs: days(pastDays) }))
  const log = pino({ level: 'error', base: null }, pino.destination(2))
  const ctx = parts.use(await createContext({ config, secrets, server, log, clock }))
  const listener = await createListener(ctx, pagesDir)
  parts.use(await serve(ctx, { port: config.port, setting: 'PORT' }, onlyCallbacks(config, listener)))
  const { port } = parts.use(await serve(ctx, { port: 0, setting: 'PORT' }, listener))
  await prepareDemo(config, `http://127.0.0.1:${port}`)
  await ctx.jobs.runDueJobs()
  await sortPastMail(config, ctx, clock, onDay)
}

/** What the sandbox calls: notifications, webhooks, and the returns from its sign-in and payment pages. */
const onlyCallbacks =
  ({ productName }: Config, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url?.startsWith('/api/')) return listener(request, response)
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '10', connection: 'close' }
    response.writeHead(503, headers).end(`${productName} prepares its demo account. Reload this page in a minute.\n`)
  }

async function sortPastMail(
  { sandboxUrl }: Pick<Config, 'sandboxUrl'>,
  { jobs }: Pick<Context, 'jobs'>,
  clock: PastClock,
  onDay: Past['onDay'],
): Promise<void> {
  const { owner, arriving } = await readDemoSeeds({ sandboxUrl })
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
  let shownDay = ''
  for (const { time, count } of pastArrivals(clock.now(), new Date())) {
    const day = time.toISOString().slice(0, 10)
    if (day !== shownDay) onDay?.(day)
    shownDay = day
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
