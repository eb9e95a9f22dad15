import { expect, test } from 'vitest'
import { usageMonth } from '../../contract/limits.ts'
import { callFunction, signUp } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { countBelowLimit, LimitNear, remainingUsage } from './log/monthly-usage-queries.ts'
import { notifyLimitReached } from './log/limit-notification-queries.ts'
import { setUserLimit } from '../billing/entitlements/user-limit.ts'

const app = await appOfFile()
const { db, clock } = app.ctx
const month = usageMonth(clock.now())

async function userAt(emails: number) {
  const who = await signUp(app)
  const counted = { userId: who.userId, month, hasPlans: false }
  const row = { user_id: who.userId, month, emails_processed: emails }
  await db.asService((tx) => tx.insertInto('usage').values(row).execute())
  return { who, counted, count: () => db.asService((tx) => countBelowLimit(tx, counted)) }
}

test('without plans there is no limit but the one that the operator sets', async () => {
  const { who, counted, count } = await userAt(30_000)
  await count()
  expect(await db.asService((tx) => remainingUsage(tx, counted))).toBeGreaterThan(2_000_000_000)
  expect(await db.asService((tx) => notifyLimitReached(tx, counted, clock.now()))).toBe(false)

  await setUserLimit(app.ctx, who.userId, 30_002)
  await expect(count()).rejects.toThrow(LimitNear)
  expect(await db.asService((tx) => remainingUsage(tx, counted))).toBe(1)
  await setUserLimit(app.ctx, who.userId, 30_001)
  expect(await db.asService((tx) => notifyLimitReached(tx, counted, clock.now()))).toBe(true)
  // With plans the plan decides.
  expect(await db.asService((tx) => remainingUsage(tx, { ...counted, hasPlans: true }))).toBe(0)

  await setUserLimit(app.ctx, who.userId, null)
  await count()
  const open = await db.asService((tx) =>
    tx
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', who.userId)
      .where('read_at', 'is', null)
      .execute(),
  )
  expect(open).toEqual([])
})

test('the overview shows the limit that counts', async () => {
  const { who } = await userAt(7)
  const usage = async () => {
    const input = { action: 'summary', timeZone: 'UTC' }
    return (await callFunction(app, who, 'dashboard-overview', input)).body['usage']
  }
  expect(await usage()).toMatchObject({ limit: 100 })
  const { stripe } = app.ctx.vendors
  app.ctx.vendors.stripe = null
  try {
    expect(await usage()).toMatchObject({ processed: 7, limit: null })
    await setUserLimit(app.ctx, who.userId, 500)
    expect(await usage()).toMatchObject({ processed: 7, limit: 500 })
  } finally {
    app.ctx.vendors.stripe = stripe
  }
})
