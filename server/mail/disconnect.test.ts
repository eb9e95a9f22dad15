import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { liveMailbox } from '../../test/kit/live-mailbox.ts'
import { callFunction, deliver, eventually, signUp } from '../../test/kit/outlook.ts'
import { waitingForLock } from '../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import type { Tx } from '../db/database.ts'
import { keepKnownPeople, sentReadUntil } from './known-people-queries.ts'
import { holdMailbox } from './queries.ts'

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

const holdRow = (table: 'app.mailbox_work' | 'app.mailbox_tokens') => (tx: Tx) =>
  tx.selectFrom(table).select('user_id').where('mailbox_id', '=', at.mailboxId).forUpdate().execute()
/** As each row does that refers to it. */
const holdIt = (tx: Tx) => holdMailbox(tx, at.mailboxId)

test.each([
  { who: 'sorts a mail of it', first: holdRow('app.mailbox_work'), second: holdIt },
  { who: 'writes something else of it', first: holdRow('app.mailbox_tokens'), second: holdIt },
  {
    who: 'notes whom its owner has written to',
    first: holdIt,
    second: async (tx: Tx) => {
      const since = (await sentReadUntil(tx, at.mailboxId))?.until ?? null
      await keepKnownPeople(tx, { mailboxId: at.mailboxId, sent: [], since, until: app.clock.now() })
    },
  },
])('who disconnects is not refused because somebody $who at this very moment', async ({ first, second }) => {
  const asked = Promise.withResolvers<unknown>()
  const work = app.ctx.db.asService(async (tx) => {
    expect(await first(tx)).toBeTruthy()
    const input = { action: 'disconnect', mailboxId: at.mailboxId }
    callFunction(app, at.who, 'mail-authentication', input).then(asked.resolve, asked.reject)
    await expect.poll(() => waitingForLock(app.ctx.db)).toBe(true)
    await second(tx)
  })
  // Where each waits for the other, the database lets one of them begin anew: a worker is no person who waits for an answer.
  await work.catch((error: unknown) => expect(error).toMatchObject({ code: '40P01' }))
  expect(await asked.promise).toMatchObject({ status: 200 })
  expect(await at.hasWebhook()).toBeUndefined()
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
