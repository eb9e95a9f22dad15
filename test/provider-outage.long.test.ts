import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailboxesInOutage, refusedSecret } from './kit/mailboxes-in-outage.ts'
import { deliver } from './kit/outlook.ts'
import { startApp, type App } from './kit/start-app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

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
