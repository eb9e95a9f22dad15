import { expect, test } from 'vitest'
import { mailboxesInOutage, refusedSecret } from './kit/mailboxes-in-outage.ts'
import { deliver, requestsTo } from './kit/outlook.ts'
import { appOfFile } from './kit/start-app.ts'

const app = await appOfFile()

test('three days with an expired client secret lose no mail', async () => {
  const outage = await mailboxesInOutage(app)
  await outage.expireTokens()
  await outage.fault(refusedSecret)
  await outage.arrive()
  await app.advance('25 hours')
  await outage.requestsInMinutes('entra', 5)
  await app.advance('47 hours')
  await outage.requestsInMinutes('entra', 20)
  await outage.fault({ service: 'entra', path: 'nothing', status: 500 })
  await outage.minutesToCatchUp(6)
  expect(await outage.finished()).not.toContain('poison')
  await outage.end()
})

test('three days of an outage that only one mailbox shows lose no mail', async () => {
  const outage = await mailboxesInOutage(app)
  const [first] = outage.boxes
  await outage.fault({ service: 'graph', path: '', status: 503, mailbox: first?.email })
  for (let n = 1; n <= 2; n++) await deliver(app, first?.email ?? '', `Mail ${n}`)
  // More steps than the attempts after which a message is left in place.
  for (let step = 0; step < 12; step++) {
    await app.advance('6 hours')
    await outage.requestsInMinutes('graph', 1)
  }
  expect((await outage.waiting()).filter(({ attempts }) => attempts > 0)).toEqual([])
  await outage.fault({ service: 'graph', path: 'nothing', status: 500 })
  await outage.minutesToCatchUp(2)
  expect(await outage.finished()).not.toContain('poison')
  await outage.end()
})

test('sixteen minutes of 503 for one mailbox: one exponential schedule, and others go on', async () => {
  const outage = await mailboxesInOutage(app)
  const [failing] = outage.boxes
  const body = { error: { code: 'ErrorMailboxMoveInProgress', message: '' } }
  await outage.fault({ service: 'graph', path: '', mailbox: failing?.email, status: 503, body })
  await outage.arrive()
  await app.control('DELETE', '/control/requests')
  let requests = 0
  for (let n = 0; n < 16; n++) {
    await outage.minute()
    requests += (await requestsTo(app, 'graph')).filter(({ mailbox }) => mailbox === failing?.email).length
    await app.control('DELETE', '/control/requests')
  }
  expect(requests).toBeLessThanOrEqual(12)
  expect(requests).toBeGreaterThan(8)
  expect(await outage.finished()).toHaveLength(4)
  await outage.fault({ service: 'graph', path: 'nothing', status: 500 })
  expect(await outage.minutesToCatchUp(6)).toBeLessThanOrEqual(16)
  expect(await outage.finished()).not.toContain('poison')
  await outage.end()
})

test('twelve minutes of refused subscriptions: exponential as well, and mail is still found', async () => {
  const outage = await mailboxesInOutage(app)
  await app.ctx.db.asService((tx) => tx.deleteFrom('app.graph_subscriptions').execute())
  await app.faults({
    service: 'graph',
    method: 'POST',
    path: 'subscriptions$',
    status: 400,
    body: { error: { code: 'ValidationError', message: '' } },
  })
  await outage.arrive()
  const counts = await outage.requestsInMinutes('graph', 12, '/subscriptions')
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(outage.boxes.length * 9)
  expect(await outage.finished()).toHaveLength(6)
  await outage.end()
})
