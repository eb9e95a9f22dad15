import { beforeEach, expect, test } from 'vitest'
import { usageMonth } from '../../../contract/limits.ts'
import { Backfill } from '../../../contract/functions/sort-existing.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { dueForSorting } from '../../mail/reconcile/reconcile-mailboxes-queries.ts'
import { createLanguageModel, type LanguageModel } from '../../vendors/language-model/language-model.ts'
import { recordInboxEvents } from '../../mail/inbox-events/record-inbox-events.ts'
import { findMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { loadModelForBatch } from '../learning/load-model.ts'
import { processNewMessage } from '../process-new-message.ts'
import { nextDueEvents } from '../queue/inbox-event-queries.ts'
import { feedBackfill } from './feed-backfill.ts'
import { acquireLease, releaseLease } from '../lease/lease.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
const mailbox = history.mailbox
beforeEach(async () => {
  await history.startOver()
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', mailbox.mailboxId).execute(),
  )
})

const say = async (action: string, more: object = {}) => {
  const who = { token: mailbox.user.accessToken, userId: mailbox.user.userId }
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
const setRemaining = (remaining: number) =>
  app.ctx.db.asService((tx) =>
    tx
      .insertInto('usage')
      .values({ user_id: mailbox.user.userId, month: usageMonth(app.clock.now()), emails_processed: 100 - remaining })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'month']).doUpdateSet({ emails_processed: 100 - remaining }),
      )
      .execute(),
  )
const movesFail = (times: number) =>
  app.faults({ service: 'graph', method: 'POST', path: '/move$', status: 503, times })
/** Lets postponed messages become due. */
const afterOutage = async () => {
  await app.faults()
  await app.advance('2 min')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
}
const statuses = async () =>
  (await mailbox.rows<{ status: string }[]>('email_processing_logs?select=status')).map(({ status }) => status)
const events = () =>
  app.ctx.db.asService((tx) =>
    tx.selectFrom('app.inbox_events').selectAll().where('mailbox_id', '=', mailbox.mailboxId).execute(),
  )

test.each(['cancel', 'pause'])('%s: finishes messages with a recorded decision', async (action) => {
  await lying(1)
  await start()
  await movesFail(9)
  await app.runDueJobs()
  expect(await statuses()).toEqual(['processing'])
  await say(action)
  await afterOutage()
  expect(await statuses()).toEqual(['processed'])
  expect(await events()).toEqual([])
})

test('sorts nothing where the backfill is canceled during the decision', async () => {
  await lying(1)
  await start()
  await movesFail(9)
  const { mailboxId } = mailbox
  const row = await app.ctx.db.asService((tx) => findMailbox(tx, mailboxId))
  const lease = await acquireLease(app.ctx, mailboxId)
  if (!row || !lease) throw new Error('The mailbox is not free')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'feed-backfill', { mailboxId }))
  await app.runDueJobs()
  const [event] = await events()
  if (!event) throw new Error('Nothing waits')
  const message = await withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.find(event.message_id))
  if (!message) throw new Error('The message is gone')
  await say('cancel')
  const modelQuestions = { ask: () => Promise.resolve({ failed: 'off' as const }), leave: () => {} }
  const known = { logId: null, learnedFolderId: null }
  const mail = { ...known, messageId: event.message_id, backfillId: event.backfill_id, modelQuestions }
  const loaded = await loadModelForBatch(app.ctx, row)
  const batch = { ...loaded, mailbox: row, lease, isLimitNear: false, createActionRuns: () => Promise.resolve() }
  await processNewMessage(app.ctx, batch, mail, message)
  await releaseLease(app.ctx, lease)
  expect(await statuses()).toEqual([])
  expect((await mailbox.inOutlook())['Inbox']).toHaveLength(1)
})

test('counts the emails of a small inbox once where two workers read it', async () => {
  await lying(3)
  await start()
  await Promise.all([1, 2].map(() => feedBackfill(app.ctx, mailbox.mailboxId)))
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'done', total: 3, done: 3, sorted: 3 })
})

test('uses up no attempts by stopping at the limit', async () => {
  await lying(5)
  await setRemaining(2)
  await start()
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'limit', sorted: 2 })
  // The reconcile job does not enqueue the mailbox every minute either.
  expect(await app.ctx.db.asService((tx) => dueForSorting(tx, app.clock.now()))).not.toContain(mailbox.mailboxId)
  for (let n = 0; n < 2; n++) {
    await say('resume')
    await app.runDueJobs()
    expect(await say('status')).toMatchObject({ state: 'limit', sorted: 2, failed: 0 })
    expect((await events()).map(({ attempts }) => attempts)).toEqual([0, 0, 0])
  }
  await setRemaining(50)
  await say('resume')
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'done', sorted: 5, failed: 0 })
})

test('can be resumed in the next month after it stopped at the limit', async () => {
  await lying(3)
  await setRemaining(1)
  await start()
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'limit', sorted: 1 })
  const earlier = usageMonth(new Date(0))
  const month = (month: string) =>
    app.ctx.db.asService((tx) =>
      tx.updateTable('usage').set({ month }).where('user_id', '=', mailbox.user.userId).execute(),
    )
  await month(earlier)
  await say('resume')
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'done', sorted: 3 })
  expect(await mailbox.rows('usage?select=month,emails_processed&order=month')).toEqual([
    { month: earlier, emails_processed: 100 },
    { month: usageMonth(app.clock.now()), emails_processed: 2 },
  ])
})

test('applies changed settings from the next batch on', async () => {
  for (let n = 1; n <= 8; n++)
    await mailbox.deliver({ from: `q${n}@unknown.example`, subject: `Zwiebelkuchen ${n}`, text: 'Qwfp.' })
  let calls = 0
  await app.control('PUT', '/control/model', {
    mode: 'scripted',
    answers: [{ folder: 'f1', confidence: 0.95, quotes: [] }],
  })
  const baseUrl = `${app.sandbox.url}/api.openai.com/v1`
  const theModel = createLanguageModel({ baseUrl, apiKey: 'mailroom-sandbox-key', model: 'sandbox-model' })
  const model: LanguageModel = {
    ...theModel,
    object: async (question) => {
      if ((calls += 1) === 1)
        await mailbox.call('mailbox-settings', { action: 'save', mailboxId: mailbox.mailboxId, previewOnly: true })
      return theModel.object(question)
    },
  }
  const { model: before } = app.ctx.vendors
  Object.assign(app.ctx.vendors, { model })
  await start()
  await app.runDueJobs()
  Object.assign(app.ctx.vendors, { model: before })
  const rows = await mailbox.rows<{ reason: string }[]>('email_processing_logs?select=reason')
  expect(rows).toHaveLength(8)
  expect(rows.filter(({ reason }) => reason === 'sorted').length).toBeLessThanOrEqual(4)
  expect(rows.filter(({ reason }) => reason === 'preview').length).toBeGreaterThanOrEqual(4)
})

test('treats a queued backfill message as new mail when a change notification names it', async () => {
  await lying(2)
  const { mailboxId } = mailbox
  const lease = await acquireLease(app.ctx, mailboxId)
  await start()
  await app.runDueJobs()
  const [notified] = (await events()).map(({ message_id }) => message_id)
  if (!lease || notified === undefined) throw new Error('Nothing waits')
  await app.ctx.db.asService(async (tx) => {
    await tx.updateTable('mailboxes').set({ real_time: true }).where('id', '=', mailboxId).execute()
    // Graph repeats the notification.
    expect(await recordInboxEvents(app.ctx, tx, mailboxId, [notified, notified], 'notification')).toBe(1)
  })
  expect((await events()).map(({ source }) => source).toSorted()).toEqual(['backfill', 'notification'])
  await releaseLease(app.ctx, lease)
  await app.runDueJobs()
  const rows = await mailbox.rows<{ message_id: string; status: string; backfill_id: string | null }[]>(
    'email_processing_logs?select=message_id,status,backfill_id',
  )
  expect(rows).toHaveLength(2)
  for (const { message_id, status, backfill_id } of rows)
    expect({ status, isNew: backfill_id === null }).toEqual({ status: 'processed', isNew: message_id === notified })
})

test('sorts new mail before queued backfill messages', async () => {
  await lying(12)
  const lease = await acquireLease(app.ctx, mailbox.mailboxId)
  await start()
  await app.runDueJobs()
  expect(await events()).toHaveLength(12)
  const taken = await app.ctx.db.asService((tx) => nextDueEvents(tx, mailbox.mailboxId, app.clock.now(), 20))
  expect(taken).toHaveLength(4)
  if (lease) await releaseLease(app.ctx, lease)
})
