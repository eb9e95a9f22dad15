import { beforeEach, expect, test } from 'vitest'
import { usageMonth } from '../../contract/limits.ts'
import { signUpCustomer, shopOf } from '../../test/kit/billing.ts'
import { liveMailbox } from '../../test/kit/live-mailbox.ts'
import { emailsTo } from '../../test/kit/outbox.ts'
import { callFunction, deliver } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'

const app = await appOfFile()
const at = await liveMailbox(app)
await at.subscribe()
beforeEach(async () => {
  await app.ctx.db.asService(async (tx) => {
    for (const table of ['email_processing_logs', 'subscriptions'] as const)
      await tx.deleteFrom(table).where('user_id', '=', at.who.userId).execute()
  })
  await setUsage(100)
})

const month = () => usageMonth(app.clock.now())
const setUsage = (emails_processed: number) =>
  app.ctx.db.asService((tx) =>
    tx
      .insertInto('usage')
      .values({ user_id: at.who.userId, month: month(), emails_processed })
      .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet({ emails_processed }))
      .execute(),
  )
const used = async () => {
  const row = await app.ctx.db.asService((tx) =>
    tx
      .selectFrom('usage')
      .select('emails_processed')
      .where('user_id', '=', at.who.userId)
      .where('month', '=', month())
      .executeTakeFirstOrThrow(),
  )
  return row.emails_processed
}
const waiting = async (action: 'count' | 'sort') => (await callFunction(app, at.who, 'waiting-mail', { action })).body
const logs = () =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('email_processing_logs')
      .select(['subject', 'status', 'reason', 'counted_month'])
      .where('user_id', '=', at.who.userId)
      .orderBy('processed_at')
      .orderBy('id')
      .execute(),
  )
const over = async () => (await logs()).filter(({ status }) => status === 'limit_reached').length
/** Delivers mail while the limit is reached, one after the other. */
async function comes(...subjects: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const subject of subjects) ids.push(await deliver(app, at.email, subject))
  const before = (await logs()).length
  await expect.poll(async () => (await app.runDueJobs(), (await logs()).length)).toBe(before + subjects.length)
  return ids
}

test('leaves mail over the limit, sends one email about it, and sorts as much as the limit allows later', async () => {
  await comes('One', 'Two', 'Three')
  expect(await waiting('count')).toEqual({ waiting: 3, room: 0 })
  expect(await waiting('sort')).toEqual({ started: 0 })
  const { email } = await app.ctx.access.verify(at.who.token)
  const limitEmails = async () => (await emailsTo(app, email)).filter(({ subject }) => subject.includes('limit'))
  const [first, ...more] = await limitEmails()
  expect(more).toEqual([])
  expect(first?.text).toContain('100 emails a month')
  expect(first?.text).toContain('/subscription')

  await setUsage(98)
  expect(await waiting('count')).toEqual({ waiting: 3, room: 2 })
  expect(await waiting('sort')).toEqual({ started: 2 })
  expect(await waiting('count')).toMatchObject({ waiting: 1 })
  await app.runDueJobs()
  expect(await used()).toBe(100)
  expect(await over()).toBe(1)
  expect((await logs()).filter((row) => row.counted_month !== null)).toHaveLength(2)
  expect(await waiting('count')).toEqual({ waiting: 1, room: 0 })
  await comes('Four')
  expect(await limitEmails()).toHaveLength(1)
})

test('applies a larger plan immediately in the middle of the month', async () => {
  await comes('One', 'Two')
  const shop = await shopOf(app)
  await app.ctx.db.asService((tx) =>
    tx.insertInto('subscriptions').values({ user_id: at.who.userId, plan_id: shop.pro, status: 'active' }).execute(),
  )
  expect(await waiting('count')).toEqual({ waiting: 2, room: 4900 })
  expect(await waiting('sort')).toEqual({ started: 2 })
  await app.runDueJobs()
  expect(await over()).toBe(0)
  expect(await used()).toBe(102)
})

test('sorts new mail first where little of the limit remains', async () => {
  await comes('Old one', 'Old two', 'Old three')
  await setUsage(97)
  await waiting('sort')
  await deliver(app, at.email, 'New one')
  await deliver(app, at.email, 'New two')
  await expect.poll(at.recordedMessageIds).toHaveLength(5)
  await app.runDueJobs()
  const rows = await logs()
  expect(rows.filter(({ subject }) => subject?.startsWith('New')).map(({ counted_month }) => counted_month)).toEqual([
    month(),
    month(),
  ])
  expect(await used()).toBe(100)
  expect(await over()).toBe(2)
})

test('leaves mail that was moved meanwhile, uncounted, and starts once for concurrent requests', async () => {
  const [moved = '', , third = ''] = await comes('Moved', 'Here', 'Third')
  await app.control('POST', `/control/outlook/${at.email}/messages/${moved}/move`, { folder: 'Archive' })
  expect(third).not.toBe('')
  await setUsage(10)
  const results = await Promise.all([waiting('sort'), waiting('sort'), waiting('sort')])
  expect(results.map(({ started }) => started).toSorted((x, y) => Number(x) - Number(y))).toEqual([0, 0, 3])
  await app.runDueJobs()
  expect(await used()).toBe(12)
  expect((await logs()).find(({ subject }) => subject === 'Moved')).toMatchObject({
    status: 'left',
    reason: 'user_moved',
    counted_month: null,
  })
  expect(await waiting('count')).toMatchObject({ waiting: 0 })
})

test('allows more in a new month and shows no waiting mail of another user', async () => {
  await comes('One')
  const otherUser = await signUpCustomer(app)
  expect((await otherUser.call('waiting-mail', { action: 'count' })).body).toEqual({ waiting: 0, room: 100 })
  expect((await otherUser.call('waiting-mail', { action: 'sort' })).body).toEqual({ started: 0 })
  expect(await waiting('count')).toEqual({ waiting: 1, room: 0 })
})
