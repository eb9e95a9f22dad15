import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { usageMonth } from '../../contract/limits.ts'
import { buyer, shopOf } from '../../test/kit/billing.ts'
import { liveMailbox } from '../../test/kit/live-mailbox.ts'
import { emailsTo } from '../../test/kit/outbox.ts'
import { callFunction, deliver } from '../../test/kit/outlook.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'

let app: App
let at: Awaited<ReturnType<typeof liveMailbox>>
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  at = await liveMailbox(app)
  await at.subscribe()
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
const ledger = () =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('email_processing_logs')
      .select(['subject', 'status', 'reason', 'counted_month'])
      .where('user_id', '=', at.who.userId)
      .orderBy('processed_at')
      .orderBy('id')
      .execute(),
  )
const over = async () => (await ledger()).filter(({ status }) => status === 'limit_reached').length
/** Mail that comes while the limit is reached, one after the other. */
async function comes(...subjects: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const subject of subjects) ids.push(await deliver(app, at.email, subject))
  const before = (await ledger()).length
  await expect.poll(async () => (await app.drain(), (await ledger()).length)).toBe(before + subjects.length)
  return ids
}

test('mail beyond the limit stays, is told of once by e-mail, and is sorted when there is room: exactly so many', async () => {
  await comes('One', 'Two', 'Three')
  expect(await waiting('count')).toEqual({ waiting: 3, room: 0 })
  expect(await waiting('sort')).toEqual({ started: 0 })
  const { email } = await app.ctx.access.verify(at.who.token)
  const told = async () => (await emailsTo(app, email)).filter(({ subject }) => subject.includes('limit'))
  const [first, ...more] = await told()
  expect(more).toEqual([])
  expect(first?.text).toContain('100 e-mails a month')
  expect(first?.text).toContain('/subscription')

  await setUsage(98)
  expect(await waiting('count')).toEqual({ waiting: 3, room: 2 })
  expect(await waiting('sort')).toEqual({ started: 2 })
  expect(await waiting('count')).toMatchObject({ waiting: 1 })
  await app.drain()
  expect(await used()).toBe(100)
  expect(await over()).toBe(1)
  expect((await ledger()).filter((row) => row.counted_month !== null)).toHaveLength(2)
  expect(await waiting('count')).toEqual({ waiting: 1, room: 0 })
  await comes('Four')
  expect(await told()).toHaveLength(1)
})

test('a larger plan counts at once, in the middle of the month', async () => {
  await comes('One', 'Two')
  const shop = await shopOf(app)
  await app.ctx.db.asService((tx) =>
    tx.insertInto('subscriptions').values({ user_id: at.who.userId, plan_id: shop.pro, status: 'active' }).execute(),
  )
  expect(await waiting('count')).toEqual({ waiting: 2, room: 4900 })
  expect(await waiting('sort')).toEqual({ started: 2 })
  await app.drain()
  expect(await over()).toBe(0)
  expect(await used()).toBe(102)
})

test('new mail goes first, and takes the room where there is little', async () => {
  await comes('Old one', 'Old two', 'Old three')
  await setUsage(97)
  await waiting('sort')
  await deliver(app, at.email, 'New one')
  await deliver(app, at.email, 'New two')
  await expect.poll(at.recorded).toHaveLength(5)
  await app.drain()
  const rows = await ledger()
  expect(rows.filter(({ subject }) => subject?.startsWith('New')).map(({ counted_month }) => counted_month)).toEqual([
    month(),
    month(),
  ])
  expect(await used()).toBe(100)
  expect(await over()).toBe(2)
})

test('mail that was moved or deleted meanwhile is left where it is, uncounted; twice asked is once done', async () => {
  const [moved = '', , third = ''] = await comes('Moved', 'Here', 'Third')
  await app.control('POST', `/control/outlook/${at.email}/messages/${moved}/move`, { folder: 'Archive' })
  expect(third).not.toBe('')
  await setUsage(10)
  const asked = await Promise.all([waiting('sort'), waiting('sort'), waiting('sort')])
  expect(asked.map(({ started }) => started).toSorted((x, y) => Number(x) - Number(y))).toEqual([0, 0, 3])
  await app.drain()
  expect(await used()).toBe(12)
  expect((await ledger()).find(({ subject }) => subject === 'Moved')).toMatchObject({
    status: 'left',
    reason: 'user_moved',
    counted_month: null,
  })
  expect(await waiting('count')).toMatchObject({ waiting: 0 })
})

test('a new month makes room by itself; nobody sees what waits for another', async () => {
  await comes('One')
  const stranger = await buyer(app)
  expect((await stranger.call('waiting-mail', { action: 'count' })).body).toEqual({ waiting: 0, room: 100 })
  expect((await stranger.call('waiting-mail', { action: 'sort' })).body).toEqual({ started: 0 })
  expect(await waiting('count')).toEqual({ waiting: 1, room: 0 })
})
