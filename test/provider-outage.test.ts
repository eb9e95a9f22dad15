import { afterEach, expect, test, vi } from 'vitest'
import { disconnectMailbox } from '../server/mail/providers/disconnect-mailbox.ts'
import { withMailbox } from '../server/mail/providers/with-mailbox.ts'
import { mailboxesInOutage, refusedSecret } from './kit/mailboxes-in-outage.ts'
import { eventually, requestsTo } from './kit/outlook.ts'
import { type App, appOfFile } from './kit/start-app.ts'
import { startNode } from './kit/start-node.ts'

const metricsToken = 'a-token-of-the-operator'
const app = await appOfFile({ env: { METRICS_TOKEN: metricsToken } })
const outage = await mailboxesInOutage(app)
afterEach(async () => {
  vi.restoreAllMocks()
  await outage.startOver()
})

const sql: App['ctx']['db']['asService'] = (work) => app.ctx.db.asService(work)
const total = (counts: number[]): number => counts.reduce((sum, count) => sum + count, 0)
const isDown = async (provider: string): Promise<boolean> => {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return (await answer.text()).includes(`mailroom_provider_outage{provider="${provider}"} 1`)
}

test('four minutes with an expired client secret: one probe a minute, one alert, no mail lost', async () => {
  const alert = vi.spyOn(app.ctx.events, 'providerOutageStarted')
  await outage.expireTokens()
  await outage.fault(refusedSecret)
  await outage.arrive(1)
  const counts = await outage.requestsInMinutes('entra', 4)
  expect(Math.max(...counts)).toBeLessThanOrEqual(1)
  expect(total(counts)).toBeGreaterThan(2)
  expect(await isDown('entra')).toBe(true)
  expect((await outage.waiting()).filter(({ attempts }) => attempts > 0)).toEqual([])
  await outage.fault({ service: 'entra', path: 'nothing', status: 500 })
  expect(await outage.minutesToCatchUp(3)).toBeLessThanOrEqual(3)
  expect(await outage.finished()).not.toContain('poison')
  expect(await isDown('entra')).toBe(false)
  expect(alert).toHaveBeenCalledTimes(1)
})

const unknownApp = {
  service: 'entra',
  path: 'token',
  status: 400,
  body: { error: 'unauthorized_client', error_codes: [700016] },
}

test('an organization that forbids the registration is no outage of mailboxes with valid tokens', async () => {
  const alert = vi.spyOn(app.ctx.events, 'providerOutageStarted')
  const [forbidden, ...others] = outage.boxes
  await outage.fault({ ...unknownApp, mailbox: forbidden?.email })
  await outage.expireTokens()
  await outage.arrive(1)
  await outage.requestsInMinutes('entra', 2)
  expect(await outage.finished()).toHaveLength(others.length)
  expect(await isDown('entra')).toBe(false)
  expect(alert).not.toHaveBeenCalled()
})

test('valid access tokens remain in use while the secret is refused', async () => {
  const [first] = outage.boxes
  await outage.fault(refusedSecret)
  await outage.expireTokens()
  const fresh = new Date(app.clock.now().getTime() + 50 * 60_000)
  await sql((tx) =>
    tx
      .updateTable('app.mailbox_tokens')
      .set({ expires_at: fresh })
      .where('mailbox_id', '=', first?.mailboxId ?? '')
      .execute(),
  )
  await outage.arrive(1)
  await outage.requestsInMinutes('entra', 2)
  expect(await outage.finished()).toHaveLength(1)
})

test('five minutes of Graph down: at most one probe a minute over all mailboxes, and no mail lost', async () => {
  const alert = vi.spyOn(app.ctx.events, 'providerOutageStarted')
  await outage.fault({ service: 'graph', path: '', status: 503 })
  await outage.arrive(1)
  const counts = await outage.requestsInMinutes('graph', 5)
  // Until several mailboxes have failed, it may be the mailboxes.
  expect(total(counts.slice(0, 2))).toBeLessThanOrEqual(15)
  expect(Math.max(...counts.slice(2))).toBeLessThanOrEqual(1)
  await outage.fault({ service: 'graph', path: 'nothing', status: 500 })
  expect(await outage.minutesToCatchUp(3)).toBeLessThanOrEqual(3)
  expect(await outage.finished()).not.toContain('poison')
  expect(alert).toHaveBeenCalledTimes(1)
})

test('two nodes make one probe, also at the same moment', async () => {
  await using other = await startNode(app)
  await outage.expireTokens()
  await outage.fault(refusedSecret)
  const callAll = () =>
    Promise.allSettled(
      outage.boxes.flatMap(({ mailboxId }) =>
        [app.ctx, other.ctx].map((ctx) => withMailbox(ctx, mailboxId, (mailbox) => mailbox.inboxId())),
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
  await outage.fault({ service: 'entra', path: 'nothing', status: 500 })
  await app.advance('1 min')
  await eventually(
    async () => (await callAll()).filter(({ status }) => status === 'fulfilled').length,
    (count) => count === 2 * outage.boxes.length,
  )
})

// Last, because it leaves one mailbox.
test('a registration that no longer exists is one alert also with a single mailbox, whose mail waits', async () => {
  const alert = vi.spyOn(app.ctx.events, 'providerOutageStarted')
  // A call may still be giving back its slot: disconnecting retries on a deadlock with it.
  for (const { who, mailboxId } of outage.boxes.splice(1))
    await disconnectMailbox(app.ctx, { userId: who.userId, mailboxId })
  await outage.expireTokens()
  await outage.fault(unknownApp)
  await outage.arrive(1)
  expect(total(await outage.requestsInMinutes('entra', 4))).toBeLessThanOrEqual(6)
  expect(alert).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ provider: 'entra', reason: 'unauthorized_client' }),
  )
  expect((await outage.waiting()).filter(({ attempts }) => attempts > 0)).toEqual([])
  await outage.fault({ service: 'entra', path: 'nothing', status: 500 })
  await outage.minutesToCatchUp(1)
})
