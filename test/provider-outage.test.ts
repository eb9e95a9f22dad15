import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createContext } from '../server/compose.ts'
import { disconnectMailbox } from '../server/mail/disconnect-mailbox.ts'
import { withMailbox } from '../server/mail/with-mailbox.ts'
import { inboxFolderIdOf } from '../server/sorting/processing/inbox-folder-id.ts'
import { liveMailbox } from './kit/live-mailbox.ts'
import { deliver, eventually, requestsTo } from './kit/outlook.ts'
import { startApp, type App } from './kit/start-app.ts'

let app: App
let boxes: Awaited<ReturnType<typeof liveMailbox>>[]
const metricsToken = 'a-token-of-the-operator'
beforeAll(async () => {
  app = await startApp({ env: { METRICS_TOKEN: metricsToken } })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  boxes = []
  for (let n = 0; n < 3; n++) {
    const box = await liveMailbox(app)
    await box.subscribe()
    // As in a mailbox that has sorted before: the next failure is one of a message.
    await inboxFolderIdOf(app.ctx, box.mailboxId)
    boxes.push(box)
  }
  await app.runDueJobs()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.control('PUT', '/control/faults', [])
  await sql((tx) => tx.deleteFrom('app.provider_outages').execute())
  // A call may still be giving back its slot: disconnecting retries on a deadlock with it.
  for (const { who, mailboxId } of boxes) await disconnectMailbox(app.ctx, { userId: who.userId, mailboxId })
})

const sql: App['ctx']['db']['asService'] = (work) => app.ctx.db.asService(work)
const fault = (one: object) => app.control('PUT', '/control/faults', [one])
const refusedSecret = {
  service: 'entra',
  path: 'token',
  status: 401,
  body: { error: 'invalid_client', error_codes: [7000222] },
}
const expireTokens = () =>
  sql((tx) => tx.updateTable('app.mailbox_tokens').set({ expires_at: app.clock.now() }).execute())
const minute = async (): Promise<void> => {
  await app.advance('1 min')
  for (const job of ['reconcile-mailboxes', 'reconcile-actions'] as const)
    await sql((tx) => app.ctx.jobs.enqueue(tx, job, {}))
  await app.runDueJobs()
}
/** Requests of each minute. */
async function requestsInMinutes(service: string, minutes: number, path = ''): Promise<number[]> {
  const counts: number[] = []
  await app.control('DELETE', '/control/requests')
  for (let n = 0; n < minutes; n++) {
    await minute()
    counts.push((await requestsTo(app, service)).filter(({ url }) => url.includes(path)).length)
    await app.control('DELETE', '/control/requests')
  }
  return counts
}
const total = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0)
const arrive = async (count = 2): Promise<void> => {
  for (const { email } of boxes) for (let n = 1; n <= count; n++) await deliver(app, email, `Mail ${n}`)
}
const waiting = () => sql((tx) => tx.selectFrom('app.inbox_events').select(['attempts']).execute())
const finished = async () => {
  const rows = await sql((tx) => tx.selectFrom('email_processing_logs').select('reason').execute())
  return rows.map(({ reason }) => reason)
}
/** Steps until every message of all mailboxes has its terminal state. @returns the minutes */
async function minutesToCatchUp(messages: number): Promise<number> {
  for (let n = 1; n <= 20; n++) {
    await minute()
    if ((await finished()).length === messages && (await waiting()).length === 0) return n
  }
  throw new Error(`Waiting: ${JSON.stringify(await waiting())}`)
}
const isDown = async (provider: string): Promise<boolean> => {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return (await answer.text()).includes(`mailroom_provider_outage{provider="${provider}"} 1`)
}

test('twenty minutes with an expired client secret: one probe a minute, one alert, no mail lost', async () => {
  const alert = vi.spyOn(app.ctx.events, 'providerOutageStarted')
  await expireTokens()
  await fault(refusedSecret)
  await arrive()
  const counts = await requestsInMinutes('entra', 20)
  expect(Math.max(...counts)).toBeLessThanOrEqual(1)
  expect(total(counts)).toBeGreaterThan(15)
  expect(await isDown('entra')).toBe(true)
  expect((await waiting()).filter(({ attempts }) => attempts > 0)).toEqual([])
  await fault({ service: 'entra', path: 'nothing', status: 500 })
  expect(await minutesToCatchUp(6)).toBeLessThanOrEqual(3)
  expect(await finished()).not.toContain('poison')
  expect(await isDown('entra')).toBe(false)
  expect(alert).toHaveBeenCalledTimes(1)
})

test('three days with an expired client secret lose no mail', async () => {
  await expireTokens()
  await fault(refusedSecret)
  await arrive()
  await app.advance('25 hours')
  await requestsInMinutes('entra', 5)
  await app.advance('47 hours')
  await requestsInMinutes('entra', 20)
  await fault({ service: 'entra', path: 'nothing', status: 500 })
  await minutesToCatchUp(6)
  expect(await finished()).not.toContain('poison')
})

test('three days of an outage that only one mailbox shows lose no mail', async () => {
  const [first] = boxes
  await fault({ service: 'graph', path: '', status: 503, mailbox: first?.email })
  for (let n = 1; n <= 2; n++) await deliver(app, first?.email ?? '', `Mail ${n}`)
  // More steps than the attempts after which a message is left in place.
  for (let step = 0; step < 12; step++) {
    await app.advance('6 hours')
    await requestsInMinutes('graph', 1)
  }
  expect((await waiting()).filter(({ attempts }) => attempts > 0)).toEqual([])
  await fault({ service: 'graph', path: 'nothing', status: 500 })
  await minutesToCatchUp(2)
  expect(await finished()).not.toContain('poison')
})

const unknownApp = {
  service: 'entra',
  path: 'token',
  status: 400,
  body: { error: 'unauthorized_client', error_codes: [700016] },
}

test('a registration that no longer exists is one alert also with a single mailbox, whose mail waits', async () => {
  const alert = vi.spyOn(app.ctx.events, 'providerOutageStarted')
  const { mailboxId = '' } = boxes[0] ?? {}
  boxes.splice(1)
  await sql((tx) => tx.deleteFrom('mailboxes').where('id', '<>', mailboxId).execute())
  await expireTokens()
  await fault(unknownApp)
  await arrive()
  expect(total(await requestsInMinutes('entra', 20))).toBeLessThanOrEqual(25)
  expect(alert).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ provider: 'entra', reason: 'unauthorized_client' }),
  )
  expect((await waiting()).filter(({ attempts }) => attempts > 0)).toEqual([])
  await fault({ service: 'entra', path: 'nothing', status: 500 })
  await minutesToCatchUp(2)
})

test('an organization that forbids the registration is no outage of mailboxes with valid tokens', async () => {
  const alert = vi.spyOn(app.ctx.events, 'providerOutageStarted')
  const [forbidden, ...others] = boxes
  await fault({ ...unknownApp, mailbox: forbidden?.email })
  await expireTokens()
  await arrive()
  await requestsInMinutes('entra', 5)
  expect(await finished()).toHaveLength(2 * others.length)
  expect(await isDown('entra')).toBe(false)
  expect(alert).not.toHaveBeenCalled()
})

test('valid access tokens remain in use while the secret is refused', async () => {
  const [first] = boxes
  await fault(refusedSecret)
  await expireTokens()
  const fresh = new Date(app.clock.now().getTime() + 50 * 60_000)
  await sql((tx) =>
    tx
      .updateTable('app.mailbox_tokens')
      .set({ expires_at: fresh })
      .where('mailbox_id', '=', first?.mailboxId ?? '')
      .execute(),
  )
  await arrive()
  await requestsInMinutes('entra', 3)
  expect(await finished()).toHaveLength(2)
})

test('twenty minutes of Graph down: at most one probe a minute over all mailboxes, and no mail lost', async () => {
  const alert = vi.spyOn(app.ctx.events, 'providerOutageStarted')
  await fault({ service: 'graph', path: '', status: 503 })
  await arrive()
  const counts = await requestsInMinutes('graph', 20)
  // Until several mailboxes have failed, it may be the mailboxes.
  expect(total(counts.slice(0, 2))).toBeLessThanOrEqual(15)
  expect(Math.max(...counts.slice(2))).toBeLessThanOrEqual(1)
  await fault({ service: 'graph', path: 'nothing', status: 500 })
  expect(await minutesToCatchUp(6)).toBeLessThanOrEqual(3)
  expect(await finished()).not.toContain('poison')
  expect(alert).toHaveBeenCalledTimes(1)
})

test('forty minutes of 503 for one mailbox: one exponential schedule, and others go on', async () => {
  const [failing] = boxes
  const body = { error: { code: 'ErrorMailboxMoveInProgress', message: '' } }
  await fault({ service: 'graph', path: '', mailbox: failing?.email, status: 503, body })
  await arrive()
  await app.control('DELETE', '/control/requests')
  let requests = 0
  for (let n = 0; n < 40; n++) {
    await minute()
    requests += (await requestsTo(app, 'graph')).filter(({ mailbox }) => mailbox === failing?.email).length
    await app.control('DELETE', '/control/requests')
  }
  expect(requests).toBeLessThanOrEqual(20)
  expect(requests).toBeGreaterThan(8)
  expect(await finished()).toHaveLength(4)
  expect(await isDown('graph')).toBe(false)
  await fault({ service: 'graph', path: 'nothing', status: 500 })
  expect(await minutesToCatchUp(6)).toBeLessThanOrEqual(16)
  expect(await finished()).not.toContain('poison')
})

test('twenty minutes of refused subscriptions: exponential as well, and mail is still found', async () => {
  await sql((tx) => tx.deleteFrom('app.graph_subscriptions').execute())
  await app.control('PUT', '/control/faults', [
    {
      service: 'graph',
      method: 'POST',
      path: 'subscriptions$',
      status: 400,
      body: { error: { code: 'ValidationError', message: '' } },
    },
  ])
  await arrive()
  const counts = await requestsInMinutes('graph', 20, '/subscriptions')
  expect(total(counts)).toBeLessThanOrEqual(boxes.length * 10)
  expect(await finished()).toHaveLength(6)
})

test('two nodes make one probe, also at the same moment', async () => {
  const { config, log } = app.ctx
  await using other = await createContext({
    config,
    secrets: { jwtSecret: config.jwtSecret ?? '', encryptionKeys: config.encryptionKeys ?? [] },
    server: app.database.server,
    log,
    clock: app.clock,
  })
  await expireTokens()
  await fault(refusedSecret)
  const callAll = () =>
    Promise.allSettled(
      boxes.flatMap(({ mailboxId }) =>
        [app.ctx, other].map((ctx) => withMailbox(ctx, mailboxId, (graph, token) => graph.inboxId(token))),
      ),
    )
  await callAll()
  await app.control('DELETE', '/control/requests')
  await callAll()
  expect(await requestsTo(app, 'entra')).toHaveLength(0)
  await app.advance('1 min')
  await callAll()
  expect(await requestsTo(app, 'entra')).toHaveLength(1)
  // The success of one probe, on either node, lets all mailboxes through.
  await fault({ service: 'entra', path: 'nothing', status: 500 })
  await app.advance('1 min')
  await eventually(
    async () => (await callAll()).filter(({ status }) => status === 'fulfilled').length,
    (count) => count === 2 * boxes.length,
  )
})
