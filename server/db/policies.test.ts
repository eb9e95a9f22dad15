import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { createTestDatabase } from '../../test/kit/database.ts'
import { insertUserRows, outcome } from '../../test/kit/users.ts'
import { openDatabase } from './database.ts'
import type { Claims } from './database.ts'

const testDatabase = await ofFile(createTestDatabase())
const db = await ofFile(openDatabase({ connection: testDatabase.server, maxConnections: 2, onError: () => undefined }))
const anna = await insertUserRows(db)
const ben = await insertUserRows(db)

const denied = '42501'

const addAction = (folderId: string) =>
  `insert into email_folder_actions (folder_id, action_id, is_active, action_order, config)
   select '${folderId}', id, true, 2, '{}' from email_actions where action_type = 'forward_mail'`

const plan = (name: string) => `(select id from plans where name = '${name}')`
const subscribe = (user: string, name: string, status = 'active', cancel = false) =>
  `insert into subscriptions (user_id, plan_id, status, cancel_at_period_end)
   values ('${user}', ${plan(name)}, '${status}', ${cancel})`

async function asNewUser<T>(work: (user: Claims, id: string) => Promise<T>): Promise<T> {
  const id = randomUUID()
  await db.asAccounts((tx) =>
    sql.raw(`insert into auth.users (id, email) values ('${id}', '${id}@example.com')`).execute(tx),
  )
  return work({ sub: id, role: 'authenticated' }, id)
}

const setSubscription = (change: string) =>
  db.asService((tx) => sql.raw(`update subscriptions set ${change} where user_id = '${anna.id}'`).execute(tx))

/** Sets Anna's subscription as Stripe would, while the callback runs. */
async function withSubscription<T>(change: string, work: () => Promise<T>): Promise<T> {
  await setSubscription(change)
  try {
    return await work()
  } finally {
    const asBefore = `plan_id = ${plan('Free')}, status = 'active', cancel_at_period_end = false,
      stripe_subscription_id = null`
    await setSubscription(asBefore)
  }
}

describe('folder actions', () => {
  test('can be added to folders of the caller', async () => {
    expect(await outcome(db, anna.claims, addAction(anna.folderId))).toBe(1)
  })

  test('cannot be added to a folder of another user, or without a folder', async () => {
    expect(await outcome(db, anna.claims, addAction(ben.folderId))).toBe(denied)
    expect(await outcome(db, anna.claims, addAction(randomUUID()))).toBe(denied)
  })

  test('cannot be moved to another folder or user', async () => {
    for (const change of [`folder_id = '${ben.folderId}'`, `user_id = '${ben.id}'`])
      expect(await outcome(db, anna.claims, `update email_folder_actions set ${change}`)).toBe(denied)
  })
})

describe('subscriptions: clients may only select the free plan', () => {
  test('allows a first row with the active free plan', async () => {
    await asNewUser(async (user, id) => {
      expect(await outcome(db, user, subscribe(id, 'Free'))).toBe(1)
      expect(await outcome(db, user, subscribe(id, 'Pro'))).toBe(denied)
      expect(await outcome(db, user, subscribe(id, 'Free', 'trialing'))).toBe(denied)
      expect(await outcome(db, user, subscribe(id, 'Free', 'active', true))).toBe(denied)
    })
  })

  test('refuses a second row', async () => {
    expect(await outcome(db, anna.claims, subscribe(anna.id, 'Free'))).toBe('23505')
  })

  test('refuses a paid plan, another status and Stripe ids', async () => {
    for (const change of [`plan_id = ${plan('Pro')}`, `status = 'trialing'`, `stripe_subscription_id = 'sub_1'`])
      expect(await outcome(db, anna.claims, `update subscriptions set ${change}`), change).toBe(denied)
    for (const change of [
      `stripe_customer_id = 'cus_1'`,
      `current_period_end = now()`,
      `cancel_at_period_end = false`,
      `created_at = now()`,
    ])
      expect(await outcome(db, anna.claims, `update subscriptions set ${change}`), change).toBe(denied)
  })

  test('allows a change to the free plan only after the paid subscription ended', async () => {
    const toFree = `update subscriptions
      set plan_id = ${plan('Free')}, status = 'active', stripe_subscription_id = null, updated_at = now()`
    const ended = await withSubscription(`plan_id = ${plan('Pro')}, status = 'canceled'`, () =>
      outcome(db, anna.claims, toFree),
    )
    expect(ended).toBe(1)
    // An update of no rows would look like a success while Stripe goes on charging.
    await withSubscription(`plan_id = ${plan('Pro')}, stripe_subscription_id = 'sub_1'`, async () => {
      expect(await outcome(db, anna.claims, toFree)).toBe(denied)
      expect(await outcome(db, anna.claims, 'update subscriptions set updated_at = now()')).toBe(denied)
      expect(await outcome(db, ben.claims, `${toFree} where user_id = '${anna.id}'`)).toBe(0)
    })
  })
})

describe('plans and add-ons that are no longer offered', () => {
  const sell = (isActive: boolean) =>
    db.asService(async (tx) => {
      await sql`update plans set is_active = ${isActive} where name = 'Business'`.execute(tx)
      await sql`update addons set is_active = ${isActive}`.execute(tx)
    })
  const addons = 'select from addons'
  const business = `select from plans where name = 'Business'`

  test('are readable for their subscribers only', async () => {
    await sell(false)
    try {
      // Anna has one of the two.
      expect(await outcome(db, anna.claims, addons)).toBe(1)
      expect(await outcome(db, anna.claims, business)).toBe(0)
      const hers = await withSubscription(`plan_id = ${plan('Business')}`, () => outcome(db, anna.claims, business))
      expect(hers).toBe(1)
      await asNewUser(async (user) => {
        expect(await outcome(db, user, addons)).toBe(0)
        expect(await outcome(db, user, business)).toBe(0)
      })
      expect(await outcome(db, { role: 'anon' }, addons)).toBe(0)
    } finally {
      await sell(true)
    }
  })
})
