import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { BackfillEstimate, Backfill } from '../../../contract/functions/sort-existing.ts'
import { usageMonth } from '../../../contract/limits.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { days, addMs } from '../../clock.ts'
import { backfillMaxPerWindow } from './backfill-queries.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
const { mailbox } = history
beforeEach(async () => {
  await history.startOver()
  await realTime(false)
})

const realTime = (real_time: boolean) =>
  app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time }).where('id', '=', mailbox.mailboxId).execute(),
  )
const owner = () => ({ token: mailbox.user.accessToken, userId: mailbox.user.userId })
const call = async (input: object) =>
  callFunction(app, owner(), 'sort-existing', { mailboxId: mailbox.mailboxId, ...input })
const say = async (action: string, more: object = {}) => {
  const { status, body } = await call({ action, ...more })
  return status === 200 ? Backfill.nullable().parse(body['backfill']) : body['error']
}
/** Later than the backfill before: the newest one is shown. */
const start = async (lastDays: number | null = null) => {
  await app.advance('1 s')
  return say('start', { lastDays })
}
/** Existing email: delivered without a change notification. */
const lying = async (count: number, from = 1) => {
  await app.faults({ service: 'graph-notify', path: '.*', drop: true })
  for (let n = from; n < from + count; n++) await mailbox.deliver(invoice(n))
  await app.faults()
}
/** Messages with a row already: they fill pages of 100 messages and are skipped. */
const deliverProcessed = async (count: number) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await mailbox.deliver({ subject: `Processed ${n}` }))
  const row = {
    user_id: mailbox.user.userId,
    mailbox_id: mailbox.mailboxId,
    status: 'left',
    reason: 'no_match',
  } as const
  await app.ctx.db.asService((tx) =>
    tx
      .insertInto('email_processing_logs')
      .values(ids.map((message_id) => ({ ...row, message_id })))
      .execute(),
  )
}
const inInbox = async () => (await mailbox.inOutlook())['Inbox']?.length ?? 0
const logs = () =>
  mailbox.rows<{ status: string; subject: string }[]>('email_processing_logs?select=status,subject&order=processed_at')
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

test('files at once whatever the setting says, except for a code that is unread', async () => {
  await app.ctx.db.asService(async (tx) => {
    await tx.updateTable('mailboxes').set({ file_when: 'after_read' }).where('id', '=', mailbox.mailboxId).execute()
    await tx
      .updateTable('email_folders')
      .set({ include_security_email: true })
      .where('id', '=', history.folderId('Invoices'))
      .execute()
  })
  await lying(1)
  await app.faults({ service: 'graph-notify', path: '.*', drop: true })
  const subject = 'Your verification code for your electricity'
  const code = await mailbox.deliver({ from: 'billing@power.example', subject, text: 'Your code is 482913.' })
  await app.faults()
  await start()
  await app.runDueJobs()
  expect(await logs()).toContainEqual({ status: 'processed', subject: invoice(1).subject })
  expect(await logs()).toContainEqual({ status: 'left', subject })
  expect(await history.outlookFolderOf(code)).toBe('Inbox')
  expect(await history.categories(code)).toEqual(['Invoices'])
})

test('estimates the number of emails and sorts each once', async () => {
  await lying(12)
  await mailbox.deliver({ from: 'q@unknown.example', subject: 'Zzyzx' })
  const { body } = await call({ action: 'estimate', lastDays: null })
  expect(BackfillEstimate.parse(body['estimate'])).toEqual({ mails: 13, minutes: 1, room: 100, modelQuestions: 0 })
  expect(await start()).toMatchObject({ state: 'running', total: 13, done: 0 })
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({
    state: 'done',
    total: 13,
    done: 13,
    sorted: 12,
    left: 1,
    failed: 0,
    secondsLeft: null,
    endedAt: expect.any(String),
  })
  expect(await inInbox()).toBe(1)
  expect(await logs()).toHaveLength(13)
  // A second run skips messages with a row.
  expect(await start()).toMatchObject({ state: 'running' })
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'done', sorted: 0 })
  expect(await logs()).toHaveLength(13)
})

test('stops exactly at the limit, shows the rest, and resumes when the limit allows more', async () => {
  await lying(9)
  await setRemaining(4)
  await start()
  await app.runDueJobs()
  const stopped = await say('status')
  expect(stopped).toMatchObject({ state: 'limit', sorted: 4, total: 9 })
  expect(await inInbox()).toBe(5)
  expect((await logs()).map(({ status }) => status)).toEqual(Array(4).fill('processed'))
  await setRemaining(50)
  expect(await say('resume')).toMatchObject({ state: 'running' })
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'done', sorted: 9 })
  expect(await inInbox()).toBe(0)
})

test('sorts new mail first, also where that reaches the limit', async () => {
  await lying(5)
  await setRemaining(2)
  await start()
  await realTime(true)
  await mailbox.deliver({ ...invoice(100), subject: 'New invoice for your electricity' })
  await expect
    .poll(async () =>
      app.ctx.db.asService((tx) =>
        tx.selectFrom('app.inbox_events').selectAll().where('source', '=', 'notification').execute(),
      ),
    )
    .toHaveLength(1)
  await app.runDueJobs()
  const subjects = (await logs()).map(({ subject }) => subject)
  expect(subjects).toHaveLength(2)
  expect(subjects).toContain('New invoice for your electricity')
  expect(await say('status')).toMatchObject({ state: 'limit', sorted: 1 })
})

test('can be paused, resumed and canceled', async () => {
  await lying(6)
  await start()
  expect(await say('pause')).toMatchObject({ state: 'paused' })
  await app.runDueJobs()
  expect(await inInbox()).toBe(6)
  expect(await say('pause')).toMatchObject({ code: 'backfill_not_open' })
  expect(await start()).toMatchObject({ code: 'backfill_open' })
  await say('resume')
  await app.runDueJobs()
  expect(await inInbox()).toBe(0)
  await lying(3, 20)
  await start()
  expect(await say('cancel')).toMatchObject({ state: 'canceled' })
  await app.runDueJobs()
  expect(await inInbox()).toBe(3)
  expect(
    await app.ctx.db.asService((tx) =>
      tx.selectFrom('app.inbox_events').selectAll().where('mailbox_id', '=', mailbox.mailboxId).execute(),
    ),
  ).toEqual([])
})

test('sorts only the requested number of days', async () => {
  await mailbox.deliver({ ...invoice(1), received: addMs(app.clock.now(), -days(10)) })
  await lying(3, 10)
  expect(await start(5)).toMatchObject({ total: 3 })
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'done', sorted: 3 })
  expect(await inInbox()).toBe(1)
})

test('waits after many emails, so that the requests that Graph allows suffice for new email', async () => {
  await lying(2)
  const { userId } = mailbox.user
  await app.ctx.db.asService((tx) =>
    sql`insert into email_processing_logs (user_id, mailbox_id, message_id, status, reason, processed_at)
      select ${userId}::uuid, ${mailbox.mailboxId}::uuid, 'earlier-' || n, 'left', 'no_match', ${app.clock.now()}
      from generate_series(1, ${backfillMaxPerWindow}::int) n`.execute(tx),
  )
  await start()
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'running', sorted: 0 })
  await app.advance('10 min')
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'done', sorted: 2 })
})

test('runs no actions for existing email', async () => {
  const [folder] = await mailbox.rows<{ id: string }[]>('email_folders?select=id&folder_name=eq.Invoices')
  const [action] = await mailbox.rows<{ id: string }[]>('email_actions?action_type=eq.draft_reply&select=id')
  await mailbox.rows('email_folder_actions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      folder_id: folder?.id,
      action_id: action?.id,
      is_active: true,
      action_order: 1,
      config: {},
    }),
  })
  await lying(1)
  await start()
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ sorted: 1 })
  expect(await mailbox.rows('email_action_runs?select=id')).toEqual([])
})

// Last: its messages take long to delete.
test('continues after a worker died or Outlook was down', async () => {
  await lying(6)
  await app.advance('1 min')
  await deliverProcessed(96)
  await app.advance('1 min')
  await lying(6, 7)
  await start()
  // Outlook fails after the first page.
  await app.faults({ service: 'graph', path: 'receivedDateTime(\\+|%20)lt', status: 503, times: 3 })
  await app.runDueJobs()
  await app.faults()
  expect(await say('status')).toMatchObject({ state: 'running' })
  await app.advance('2 min')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
  expect(await say('status')).toMatchObject({ state: 'done', sorted: 12, total: 108, done: 108 })
  expect(await inInbox()).toBe(96)
})
