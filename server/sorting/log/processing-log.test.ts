import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { insertUserRows, type UserRows } from '../../../test/kit/users.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { insertProcessingLog, type ProcessingLogEntry } from './processing-log-queries.ts'
import { decrementUsage, incrementUsage } from './monthly-usage-queries.ts'

const app = await appOfFile()
let person: UserRows
const other = await startNode(app)
afterAll(async () => {
  await other[Symbol.asyncDispose]()
})
beforeEach(async () => {
  person = await insertUserRows(app.ctx.db)
})

const now = new Date('2026-11-30T23:59:59.900Z')
const month = '2026-11-01'
const entry = (messageId: string): ProcessingLogEntry => ({
  userId: person.id,
  mailboxId: person.mailboxId,
  messageId,
  internetMessageId: null,
  conversationId: null,
  subject: null,
  fromAddress: null,
  fromName: null,
  listId: null,
  receivedAt: null,
  backfillId: null,
})
const nodeOf = (n: number) => (n % 2 === 0 ? app.ctx : other.ctx)
const rows = () =>
  app.ctx.db.asService((tx) =>
    tx.selectFrom('email_processing_logs').selectAll().where('mailbox_id', '=', person.mailboxId).execute(),
  )
const used = async (): Promise<number> => {
  const row = await app.ctx.db.asService((tx) =>
    tx.selectFrom('usage').selectAll().where('user_id', '=', person.id).where('month', '=', month).executeTakeFirst(),
  )
  return row?.emails_processed ?? 0
}

test('inserts one row per message when many workers race', async () => {
  const tries = Array.from({ length: 12 }, (_, n) =>
    nodeOf(n).db.asService((tx) => insertProcessingLog(tx, entry('the-same'), now)),
  )
  expect((await Promise.all(tries)).filter((id) => id !== null)).toHaveLength(1)
  expect(await app.ctx.db.asService((tx) => insertProcessingLog(tx, entry('the-same'), now))).toBeNull()
  expect((await rows()).filter((row) => row.message_id === 'the-same')).toHaveLength(1)
})

test('counts exactly to the monthly limit with many workers, and uncounts a failed email', async () => {
  const { limit } = await app.ctx.db.asService(async (tx) => {
    const found = await sql<{ limit: number }>`select app.email_limit_total(${person.id}::uuid) as limit`.execute(tx)
    return { limit: Number(found.rows[0]?.limit) }
  })
  await app.ctx.db.asService((tx) =>
    tx
      .insertInto('usage')
      .values({ user_id: person.id, month, emails_processed: limit - 5 })
      .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet({ emails_processed: limit - 5 }))
      .execute(),
  )
  const counted = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      nodeOf(n).db.asService(async (tx) => {
        const id = await insertProcessingLog(tx, entry(`mail-${n}`), now)
        return id !== null && (await incrementUsage(tx, id, { userId: person.id, month, hasPlans: true })) ? id : null
      }),
    ),
  )
  const ids = counted.filter((id) => id !== null)
  expect(ids).toHaveLength(5)
  expect(await used()).toBe(limit)
  expect((await rows()).filter((row) => row.counted_month === month)).toHaveLength(5)

  const [failed] = ids
  if (!failed) throw new Error('Nothing was counted')
  await app.ctx.db.asService((tx) => decrementUsage(tx, failed))
  await app.ctx.db.asService((tx) => decrementUsage(tx, failed))
  expect(await used()).toBe(limit - 1)
})

test('adds plan and add-ons, applies changes immediately, and never exceeds the limit with 100 workers', async () => {
  const db = app.ctx.db
  const setPlan = (name: string, addons: number) =>
    db.asService(async (tx) => {
      const plan = tx.selectFrom('plans').select('id').where('name', '=', name)
      await tx.updateTable('subscriptions').set({ plan_id: plan }).where('user_id', '=', person.id).execute()
      await tx.deleteFrom('subscription_addons').where('user_id', '=', person.id).execute()
      if (addons === 0) return
      const { id } = await tx
        .selectFrom('addons')
        .select('id')
        .where('email_limit', '=', 1000)
        .executeTakeFirstOrThrow()
      const row = { user_id: person.id, subscription_id: person.id, addon_id: id, quantity: addons }
      await tx.insertInto('subscription_addons').values(row).execute()
    })
  const setUsed = (emails_processed: number) =>
    db.asService((tx) =>
      tx
        .insertInto('usage')
        .values({ user_id: person.id, month, emails_processed })
        .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet({ emails_processed }))
        .execute(),
    )
  let mails = 0
  const hundred = () =>
    Array.from({ length: 100 }, (_, n) =>
      nodeOf(n).db.asService(async (tx) => {
        const id = await insertProcessingLog(tx, entry(`mail-${(mails += 1)}`), now)
        return id !== null && (await incrementUsage(tx, id, { userId: person.id, month, hasPlans: true }))
      }),
    )
  const counted = async (work: Promise<boolean>[]) => (await Promise.all(work)).filter(Boolean).length

  await setPlan('Pro', 2)
  await setUsed(6950)
  expect(await counted(hundred())).toBe(50)
  expect(await used()).toBe(7000)

  // The limit rises meanwhile: later emails count up to the new limit.
  const rising = hundred()
  await setPlan('Pro', 3)
  const rose = await counted(rising)
  expect(await used()).toBe(7000 + rose)
  expect(await counted(hundred())).toBe(100)

  // The limit falls meanwhile: counted emails stay counted, and no more are.
  const falling = hundred()
  await setPlan('Free', 0)
  await Promise.all(falling)
  const after = await used()
  expect(await counted(hundred())).toBe(0)
  expect(await used()).toBe(after)
  expect((await rows()).filter((row) => row.counted_month === month)).toHaveLength(after - 6950)
})
