import { afterEach, beforeEach, expect, test } from 'vitest'
import { switchOffMailboxes } from '../../../test/kit/live-mailbox.ts'
import {
  addMailbox,
  callFunction,
  connectMailbox,
  newMailbox,
  requestsTo,
  signUp,
  type Visitor,
} from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import * as due from './reconcile-mailboxes-queries.ts'

const app = await appOfFile()
let who: Visitor
let email: string
let mailboxId: string
beforeEach(async () => {
  who = await signUp(app)
  email = await newMailbox(app)
  mailboxId = await addMailbox(app, who.userId, email)
  await app.runDueJobs()
})
afterEach(async () => {
  await app.faults()
  await switchOffMailboxes(app)
})

const runReconciliation = async () => {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
}
/** The queries that return this mailbox now. */
const dueNow = async () => {
  const found: string[] = []
  const { findPolledMailboxes: _polled, findRealTimeMailboxes: _all, ...queries } = due
  for (const [name, ask] of Object.entries(queries)) {
    if ((await app.ctx.db.asService((tx) => ask(tx, app.clock.now(), app.ctx.config))).includes(mailboxId))
      found.push(name)
  }
  return found
}
const set = (change: { status?: 'active' | 'reauth_required' | 'unavailable'; real_time?: boolean }) =>
  app.ctx.db.asService((tx) => tx.updateTable('mailboxes').set(change).where('id', '=', mailboxId).execute())

test('enqueues nothing for an idle mailbox', async () => {
  expect(await dueNow()).toEqual([])
  await callFunction(app, who, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  await app.runDueJobs()
  expect(await dueNow()).toEqual([])
})

test('everything is due after a long downtime, and nothing after the jobs ran', async () => {
  await callFunction(app, who, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  await app.runDueJobs()
  await app.advance('4 days')
  expect(await dueNow()).toEqual(
    expect.arrayContaining(['dueForRefresh', 'dueForSubscription', 'dueForCatchUp', 'dueForSync']),
  )
  await runReconciliation()
  expect(await dueNow()).toEqual([])
})

test('skips a mailbox that needs a sign-in or is paused', async () => {
  await callFunction(app, who, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  await app.runDueJobs()
  await app.advance('4 days')
  await set({ status: 'reauth_required' })
  expect(await dueNow()).toEqual([])
  await set({ status: 'active' })
  const until = new Date(app.clock.now().getTime() + 60_000)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_sync_states')
      .set({ paused_until: until })
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )
  expect(await dueNow()).toEqual([])
  app.clock.advance('1 min')
  expect((await dueNow()).length).toBeGreaterThan(0)
})

test('sorts messages that are due', async () => {
  const at = new Date(app.clock.now().getTime() + 60_000)
  await app.ctx.db.asService((tx) =>
    tx
      .insertInto('app.inbox_events')
      .values({ mailbox_id: mailboxId, user_id: who.userId, message_id: 'gone', source: 'manual', due_at: at })
      .execute(),
  )
  expect(await dueNow()).toEqual([])
  await app.advance('1 min')
  expect(await dueNow()).toEqual(['dueForSorting'])
  await runReconciliation()
  const event = app.ctx.db.asService((tx) =>
    tx.selectFrom('app.inbox_events').select('attempts').where('mailbox_id', '=', mailboxId).executeTakeFirstOrThrow(),
  )
  expect((await event).attempts).toBeGreaterThan(0)
})

test('reads the folders later where connecting could not', async () => {
  await app.faults({ service: 'graph', path: 'mailFolders\\?', status: 503 })
  const mailbox = await connectMailbox(app, who, await newMailbox(app, { folders: [{ displayName: 'Bills' }] }))
  const folders = () =>
    app.ctx.db.asService((tx) =>
      tx.selectFrom('email_folders').select('folder_name').where('mailbox_id', '=', mailbox).execute(),
    )
  await app.runDueJobs()
  expect(await folders()).toEqual([])
  await app.faults()
  await app.advance('1 min')
  await runReconciliation()
  expect(await folders()).toContainEqual({ folder_name: 'Bills' })
})

test('a failing mailbox does not delay the others', async () => {
  const other = await newMailbox(app)
  const otherId = await addMailbox(app, who.userId, other)
  await app.runDueJobs()
  await app.control('PUT', `/control/outlook/${email}/token`, { revokeRefresh: true })
  await app.advance('2 h')
  await runReconciliation()
  const rows = await app.ctx.db.asService((tx) =>
    tx
      .selectFrom('mailboxes as m')
      .innerJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
      .select(['m.id', 'm.status', 't.expires_at'])
      .where('m.user_id', '=', who.userId)
      .execute(),
  )
  expect(rows.find(({ id }) => id === mailboxId)?.status).toBe('reauth_required')
  expect(rows.find(({ id }) => id === otherId)).toMatchObject({ status: 'active' })
  expect(rows.find(({ id }) => id === otherId)?.expires_at.getTime()).toBeGreaterThan(app.clock.now().getTime())
  await app.control('DELETE', '/control/requests')
  await app.advance('1 min')
  await runReconciliation()
  expect(await requestsTo(app, 'entra')).toEqual([])
})
