import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { switchOffMailboxes } from '../../../test/kit/live-mailbox.ts'
import {
  addMailbox,
  callFunction,
  deliver,
  newMailbox,
  requestsTo,
  signUp,
  type Visitor,
} from '../../../test/kit/outlook.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { catchUp } from './catch-up.ts'
import { findCatchUpState, savePosition } from './catch-up-queries.ts'

const app = await appOfFile()
let who: Visitor
let email: string
let mailboxId: string
beforeEach(async () => {
  who = await signUp(app)
  email = await newMailbox(app)
  mailboxId = await addMailbox(app, who.userId, email)
  await app.faults({ service: 'graph-notify', path: '', drop: true })
  await callFunction(app, who, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  await app.runDueJobs()
})
afterEach(async () => {
  await app.control('PUT', '/control/config', { deltaGone: '410' })
  // The next test would sort them first.
  await runSql(app.database.owner, 'delete from app.inbox_events')
  await switchOffMailboxes(app)
})

const waiting = async () =>
  (
    await app.ctx.db.asService((tx) =>
      tx.selectFrom('app.inbox_events').selectAll().where('mailbox_id', '=', mailboxId).orderBy('message_id').execute(),
    )
  ).map((event) => event.message_id)
const work = () =>
  app.ctx.db.asService((tx) =>
    tx.selectFrom('app.mailbox_sync_states').selectAll().where('mailbox_id', '=', mailboxId).executeTakeFirstOrThrow(),
  )
const withFaults = (rules: object[]) => app.faults(...rules, { service: 'graph-notify', path: '', drop: true })
const deltaCalls = async () =>
  (await requestsTo(app, 'graph')).filter(({ url, mailbox }) => url.includes('/delta') && mailbox === email)

test('finds messages without a notification once, and continues from the delta link', async () => {
  const first = [await deliver(app, email, 'One'), await deliver(app, email, 'Two')]
  await catchUp(app.ctx, mailboxId)
  expect(await waiting()).toEqual(first.toSorted())
  await catchUp(app.ctx, mailboxId)
  expect(await waiting()).toEqual(first.toSorted())
  const third = await deliver(app, email, 'Three')
  await app.control('DELETE', '/control/requests')
  await catchUp(app.ctx, mailboxId)
  expect(await waiting()).toEqual([...first, third].toSorted())
  expect(await deltaCalls()).toHaveLength(1)
  expect((await deltaCalls())[0]?.url).not.toContain('filter')
})

test('reads all pages, and stores the delta link only once all messages are recorded', async () => {
  const ids = await Promise.all(Array.from({ length: 201 }, (_, index) => deliver(app, email, `Mail ${index}`)))
  const before = await work()
  await withFaults([{ service: 'graph', path: 'delta', status: 503, skip: 1, times: 1 }])
  await expect(catchUp(app.ctx, mailboxId)).rejects.toMatchObject({ status: 503 })
  expect(await work()).toMatchObject({ delta_link: before.delta_link, caught_up_until: before.caught_up_until })
  await withFaults([])
  await catchUp(app.ctx, mailboxId)
  expect(await waiting()).toEqual(ids.toSorted())
})

describe.for(['410', '404', '400'] as const)('a delta link that Graph refuses (%s)', (deltaGone) => {
  test('starts again shortly before the last round', async () => {
    await app.control('PUT', '/control/config', { deltaGone })
    await deliver(app, email, 'Before')
    await catchUp(app.ctx, mailboxId)
    await app.control('POST', '/control/delta/expire')
    const after = await deliver(app, email, 'After')
    await app.advance('20 min')
    await catchUp(app.ctx, mailboxId)
    expect(await waiting()).toContain(after)
    expect((await work()).delta_link).toContain('/delta')
  })
})

test('does nothing while real-time sorting is off or a sign-in is required', async () => {
  const set = (change: { real_time?: boolean; status?: 'active' | 'reauth_required' }) =>
    app.ctx.db.asService((tx) => tx.updateTable('mailboxes').set(change).where('id', '=', mailboxId).execute())
  await deliver(app, email)
  await app.control('DELETE', '/control/requests')
  await set({ real_time: false })
  await catchUp(app.ctx, mailboxId)
  await set({ real_time: true, status: 'reauth_required' })
  await catchUp(app.ctx, mailboxId)
  expect(await deltaCalls()).toEqual([])
  expect(await waiting()).toEqual([])
})

test('does not store a round that started before real-time sorting was switched', async () => {
  const began = await app.ctx.db.asService((tx) => findCatchUpState(tx, mailboxId))
  if (!began) throw new Error('not live')
  const moved = new Date(app.clock.now().getTime() + 1000)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_sync_states')
      .set({ delta_link: null, caught_up_until: moved })
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )
  await app.ctx.db.asService((tx) => savePosition(tx, mailboxId, began, { position: 'late', until: app.clock.now() }))
  expect(await work()).toMatchObject({ delta_link: null, caught_up_until: moved })
})

test('never follows a link to another host, but starts again', async () => {
  const graph = `${app.sandbox.url}/graph.microsoft.com`
  for (const link of ['http://127.0.0.1:9/x', `${graph}.evil.example/v1.0/x`, `${graph}/v1.0/../../control/requests`]) {
    await app.ctx.db.asService((tx) =>
      tx.updateTable('app.mailbox_sync_states').set({ delta_link: link }).where('mailbox_id', '=', mailboxId).execute(),
    )
    await app.control('DELETE', '/control/requests')
    await catchUp(app.ctx, mailboxId)
    expect((await requestsTo(app, 'graph')).every(({ url }) => url.includes('/delta?'))).toBe(true)
    expect((await work()).delta_link).toContain(`${graph}/v1.0/me/mailFolders/inbox/messages/delta?`)
  }
})

test('catches up mailboxes every 15 minutes', async () => {
  const reconcile = async () => {
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
    await app.runDueJobs()
  }
  await app.control('DELETE', '/control/requests')
  await app.advance('10 min')
  await reconcile()
  expect(await deltaCalls()).toEqual([])
  await app.advance('5 min')
  await reconcile()
  expect((await deltaCalls()).length).toBeGreaterThan(0)
})

test('respects a pause that Graph requests, and runs the job again', async () => {
  await withFaults([{ service: 'graph', path: 'delta', status: 429, retryAfter: 120, times: 1 }])
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'catch-up', { mailboxId }))
  await app.runDueJobs()
  expect((await work()).paused_until.getTime()).toBeGreaterThan(app.clock.now().getTime() + 110_000)
  await app.control('DELETE', '/control/requests')
  await app.runDueJobs()
  expect(await requestsTo(app, 'graph')).toEqual([])
  await app.advance('2 min')
  await app.runDueJobs()
  expect((await deltaCalls()).length).toBeGreaterThan(0)
})
