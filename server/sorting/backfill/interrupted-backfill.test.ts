import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Backfill } from '../../../contract/functions/sort-existing.ts'
import { invoice, learnedMailbox } from '../../../test/kit/learned-mailbox.ts'
import type { ConnectedMailbox } from '../../../test/kit/mailbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { dueForDraining } from '../../mail/look-after-queries.ts'
import { createModel, type Model } from '../../vendors/model.ts'
import { recordEvents } from '../../mail/inbox.ts'
import { mailboxById } from '../../mail/queries.ts'
import { loadMemory } from '../learning/memory.ts'
import { enterMessage } from '../enter-message.ts'
import { nextEvents } from '../ledger/inbox-queries.ts'
import { acquireLease, releaseLease } from '../ledger/lease.ts'
import { withMailbox } from '../../mail/access-token.ts'

let app: App
let mailbox: ConnectedMailbox
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  await app.control('PUT', '/control/faults', [])
  mailbox = await learnedMailbox(app)
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', mailbox.mailboxId).execute(),
  )
})

const say = async (action: string, more: object = {}) => {
  const who = { token: mailbox.person.accessToken, userId: mailbox.person.userId }
  const { status, body } = await callFunction(app, who, 'sort-existing', {
    mailboxId: mailbox.mailboxId,
    action,
    ...more,
  })
  return status === 200 ? Backfill.nullable().parse(body['backfill']) : body['error']
}
const start = () => say('start', { lastDays: null })
const lying = async (count: number) => {
  for (let n = 1; n <= count; n++) await mailbox.deliver(invoice(n))
}
const setRoom = (room: number) =>
  app.ctx.db.asService((tx) =>
    tx
      .insertInto('usage')
      .values({ user_id: mailbox.person.userId, month: '2026-11-01', emails_processed: 100 - room })
      .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet({ emails_processed: 100 - room }))
      .execute(),
  )
const movesFail = (times: number) =>
  app.control('PUT', '/control/faults', [{ service: 'graph', method: 'POST', path: '/move$', status: 503, times }])
/** What waited for Outlook comes again. */
const afterOutage = async () => {
  await app.control('PUT', '/control/faults', [])
  await app.advance('2 min')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'look-after-mailboxes', {}))
  await app.drain()
}
const statuses = async () =>
  (await mailbox.rows<{ status: string }[]>('email_processing_logs?select=status')).map(({ status }) => status)
const events = () =>
  app.ctx.db.asService((tx) =>
    tx.selectFrom('app.inbox_events').selectAll().where('mailbox_id', '=', mailbox.mailboxId).execute(),
  )

test.each(['cancel', 'pause'])('%s: what was in the middle of its way goes on to its end', async (word) => {
  await lying(1)
  await start()
  await movesFail(9)
  await app.drain()
  expect(await statuses()).toEqual(['processing'])
  await say(word)
  await afterOutage()
  expect(await statuses()).toEqual(['processed'])
  expect(await events()).toEqual([])
})

test('cancelled while a mail is being decided about, it is not sorted any more', async () => {
  await lying(1)
  await start()
  await movesFail(9)
  const { mailboxId } = mailbox
  const row = await app.ctx.db.asService((tx) => mailboxById(tx, mailboxId))
  const lease = await acquireLease(app.ctx, mailboxId)
  if (!row || !lease) throw new Error('The mailbox is not free')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'feed-backfill', { mailboxId }))
  await app.drain()
  const [event] = await events()
  if (!event) throw new Error('Nothing waits')
  const message = await withMailbox(app.ctx, mailboxId, (graph, token) => graph.getMessage(token, event.message_id))
  await say('cancel')
  const mail = { messageId: event.message_id, logId: null, backfillId: event.backfill_id }
  await enterMessage(app.ctx, { ...(await loadMemory(app.ctx, row)), mailbox: row, lease }, mail, message)
  await releaseLease(app.ctx, lease)
  expect(await statuses()).toEqual([])
  expect((await mailbox.inOutlook())['Inbox']).toHaveLength(1)
})

test('however often it stops at the limit, no mail is given up for that', async () => {
  await lying(5)
  await setRoom(2)
  await start()
  await app.drain()
  expect(await say('status')).toMatchObject({ state: 'limit', sorted: 2 })
  // Nor is it looked for minute by minute.
  expect(await app.ctx.db.asService((tx) => dueForDraining(tx, app.clock.now()))).not.toContain(mailbox.mailboxId)
  for (let n = 0; n < 10; n++) {
    await say('resume')
    await app.drain()
    expect(await say('status')).toMatchObject({ state: 'limit', sorted: 2, failed: 0 })
  }
  await setRoom(50)
  await say('resume')
  await app.drain()
  expect(await say('status')).toMatchObject({ state: 'done', sorted: 5, failed: 0 })
})

test('stopped at the limit in one month, it goes on in the next where the person says so', async () => {
  await lying(3)
  await setRoom(1)
  await start()
  await app.drain()
  expect(await say('status')).toMatchObject({ state: 'limit', sorted: 1 })
  const month = (month: string) =>
    app.ctx.db.asService((tx) =>
      tx.updateTable('usage').set({ month }).where('user_id', '=', mailbox.person.userId).execute(),
    )
  await month('2026-10-01')
  await say('resume')
  await app.drain()
  expect(await say('status')).toMatchObject({ state: 'done', sorted: 3 })
  expect(await mailbox.rows('usage?select=month,emails_processed&order=month')).toEqual([
    { month: '2026-10-01', emails_processed: 100 },
    { month: '2026-11-01', emails_processed: 2 },
  ])
})

test('what the user changes while much is being sorted holds from the next few mails on', async () => {
  for (let n = 1; n <= 8; n++)
    await mailbox.deliver({ from: `q${n}@unknown.example`, subject: `Zwiebelkuchen ${n}`, text: 'Qwfp.' })
  let asked = 0
  await app.control('PUT', '/control/model', {
    mode: 'scripted',
    answers: [{ folder: 'f1', confidence: 0.95, quotes: [] }],
  })
  const baseUrl = `${app.sandbox.url}/api.openai.com/v1`
  const theModel = createModel({ baseUrl, apiKey: 'mailroom-sandbox-key', model: 'sandbox-model' })
  const model: Model = {
    ...theModel,
    object: async (question) => {
      if ((asked += 1) === 1)
        await mailbox.call('mailbox-settings', { action: 'save', mailboxId: mailbox.mailboxId, previewOnly: true })
      return theModel.object(question)
    },
  }
  const { model: before } = app.ctx.vendors
  Object.assign(app.ctx.vendors, { model })
  await start()
  await app.drain()
  Object.assign(app.ctx.vendors, { model: before })
  const rows = await mailbox.rows<{ reason: string }[]>('email_processing_logs?select=reason')
  expect(rows).toHaveLength(8)
  expect(rows.filter(({ reason }) => reason === 'sorted').length).toBeLessThanOrEqual(4)
  expect(rows.filter(({ reason }) => reason === 'preview').length).toBeGreaterThanOrEqual(4)
})

test('what Outlook tells of is new mail, also where it was found among the old before', async () => {
  await lying(2)
  const { mailboxId } = mailbox
  const lease = await acquireLease(app.ctx, mailboxId)
  await start()
  await app.drain()
  const [told] = (await events()).map(({ message_id }) => message_id)
  if (!lease || told === undefined) throw new Error('Nothing waits')
  await app.ctx.db.asService(async (tx) => {
    await tx.updateTable('mailboxes').set({ real_time: true }).where('id', '=', mailboxId).execute()
    // Graph tells twice.
    expect(await recordEvents(app.ctx, tx, mailboxId, [told, told], 'notification')).toBe(1)
  })
  expect((await events()).map(({ source }) => source).toSorted()).toEqual(['backfill', 'notification'])
  await releaseLease(app.ctx, lease)
  await app.drain()
  const rows = await mailbox.rows<{ message_id: string; status: string; backfill_id: string | null }[]>(
    'email_processing_logs?select=message_id,status,backfill_id',
  )
  expect(rows).toHaveLength(2)
  for (const { message_id, status, backfill_id } of rows)
    expect({ status, isNew: backfill_id === null }).toEqual({ status: 'processed', isNew: message_id === told })
})

test('new mail does not wait behind many that lay there before', async () => {
  await lying(12)
  const lease = await acquireLease(app.ctx, mailbox.mailboxId)
  await start()
  await app.drain()
  expect(await events()).toHaveLength(12)
  const taken = await app.ctx.db.asService((tx) => nextEvents(tx, mailbox.mailboxId, app.clock.now(), 20))
  expect(taken).toHaveLength(4)
  if (lease) await releaseLease(app.ctx, lease)
})
