import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { liveMailbox } from '../../test/kit/live-mailbox.ts'
import { callFunction, deliver, eventually, signUp } from '../../test/kit/outlook.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'

let app: App
let at: Awaited<ReturnType<typeof liveMailbox>>
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  at = await liveMailbox(app)
})
afterEach(() => app.control('PUT', '/control/faults', []))

test('disconnecting ends everything: rows, tokens, and the subscription at Microsoft', async () => {
  await at.subscribe()
  await deliver(app, at.email)
  await eventually(at.recorded, (seen) => seen.length > 0)
  const disconnect = (visitor = at.who) =>
    callFunction(app, visitor, 'mail-authentication', { action: 'disconnect', mailboxId: at.mailboxId })
  expect(await disconnect(await signUp(app))).toMatchObject({ status: 404 })
  expect(await at.atMicrosoft()).toHaveLength(1)
  expect(await disconnect()).toMatchObject({ status: 200, body: { success: true } })
  expect(await at.atMicrosoft()).toEqual([])
  for (const table of [
    'app.mailbox_tokens',
    'app.graph_subscriptions',
    'app.mailbox_work',
    'app.inbox_events',
    'email_folders',
  ] as const) {
    const left = await app.ctx.db.asService((tx) =>
      tx.selectFrom(table).selectAll().where('mailbox_id', '=', at.mailboxId).execute(),
    )
    expect(left).toEqual([])
  }
  expect(await disconnect()).toMatchObject({ status: 404 })
  await app.drain()
})

test('disconnecting does not wait for Microsoft to agree', async () => {
  await at.subscribe()
  await app.control('PUT', '/control/faults', [{ service: 'graph', path: '', status: 503 }])
  expect(
    await callFunction(app, at.who, 'mail-authentication', { action: 'disconnect', mailboxId: at.mailboxId }),
  ).toMatchObject({
    status: 200,
  })
  expect(await at.hasWebhook()).toBeUndefined()
  await at.lookAfter()
})
