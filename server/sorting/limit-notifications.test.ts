import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { usageMonth } from '../../contract/limits.ts'
import { deliver, callFunction } from '../../test/kit/outlook.ts'
import { liveMailbox } from '../../test/kit/live-mailbox.ts'
import { insertUserRows, type UserRows } from '../../test/kit/users.ts'
import { startApp, appOfFile } from '../../test/kit/start-app.ts'
import { startNode } from '../../test/kit/start-node.ts'
import { notifyLimitReached } from './log/limit-notification-queries.ts'
import { insertProcessingLog } from './log/processing-log-queries.ts'
import { incrementUsage } from './log/monthly-usage-queries.ts'

const app = await appOfFile()
let person: UserRows
const other = await startNode(app)
afterAll(async () => {
  await other[Symbol.asyncDispose]()
})
beforeEach(async () => {
  person = await insertUserRows(app.ctx.db)
  // Only the 100 emails of the free plan.
  await app.ctx.db.asService((tx) => tx.deleteFrom('subscription_addons').execute())
  await app.ctx.db.asService((tx) => tx.deleteFrom('notifications').execute())
})

const now = new Date('2026-11-20T10:00:00Z')
const month = '2026-11-01'
const setUsage = (userId: string, emails_processed: number, at = month, on = app) =>
  on.ctx.db.asService((tx) =>
    tx
      .insertInto('usage')
      .values({ user_id: userId, month: at, emails_processed })
      .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet({ emails_processed }))
      .execute(),
  )
/** As in processNewMessage: count, then notify. */
const count = (n: number, at = month) =>
  (n % 2 === 0 ? app.ctx : other.ctx).db.asService(async (tx) => {
    const id = await insertProcessingLog(tx, entry(), now)
    const counted = { userId: person.id, month: at, hasPlans: true }
    const isCounted = id !== null && (await incrementUsage(tx, id, counted))
    await notifyLimitReached(tx, counted, now)
    return isCounted
  })
const entry = () => ({
  userId: person.id,
  mailboxId: person.mailboxId,
  messageId: randomUUID(),
  internetMessageId: null,
  conversationId: null,
  subject: null,
  fromAddress: null,
  fromName: null,
  listId: null,
  receivedAt: null,
  backfillId: null,
})
const created = async () =>
  (
    await app.ctx.db.asService((tx) =>
      tx.selectFrom('notifications').selectAll().where('user_id', '=', person.id).orderBy('key').execute(),
    )
  ).map(({ kind, key, count: percent }) => ({ kind, key, percent }))

test('keeps one notification of the month, of the highest step, when many workers count at once', async () => {
  const counted = await Promise.all(Array.from({ length: 130 }, (_, n) => count(n)))
  expect(counted.filter(Boolean)).toHaveLength(100)
  expect(await created()).toEqual([{ kind: 'limit_reached', key: '2026-11/100', percent: 100 }])
})

test.each([
  [78, []],
  [79, ['2026-11/80']],
  [93, ['2026-11/80']],
  [94, ['2026-11/95']],
  [98, ['2026-11/95']],
  [99, ['2026-11/100']],
  [100, ['2026-11/100']],
])('with %i of 100 used, one more email creates %j', async (used, keys) => {
  await setUsage(person.id, used)
  await count(0)
  expect((await created()).map(({ key }) => key)).toEqual(keys)
})

test('keeps a notification read within the month and creates a new one in the next month', async () => {
  await setUsage(person.id, 79)
  await count(0)
  await app.ctx.db.asService((tx) => tx.updateTable('notifications').set({ read_at: now }).execute())
  await count(0)
  const unread = () =>
    app.ctx.db.asService((tx) =>
      tx
        .selectFrom('notifications')
        .select('key')
        .where('user_id', '=', person.id)
        .where('read_at', 'is', null)
        .execute(),
    )
  expect(await unread()).toEqual([])
  await setUsage(person.id, 79, '2026-12-01')
  await count(0, '2026-12-01')
  expect(await unread()).toEqual([{ key: '2026-12/80' }])
})

test('notifies of an email over the limit', async () => {
  await using fresh = await startApp()
  const { who, email, subscribe } = await liveMailbox(fresh)
  await subscribe()
  await setUsage(who.userId, 100, usageMonth(fresh.clock.now()), fresh)
  await deliver(fresh, email, 'One too many')
  await expect
    .poll(async () => {
      await fresh.runDueJobs()
      return (await callFunction(fresh, who, 'notifications', { action: 'list' })).body
    })
    .toMatchObject({ notifications: [{ kind: 'limit_reached', count: 100, read: false }], unread: 1 })
})
