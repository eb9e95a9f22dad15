import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson, type Person } from '../../../test/kit/people.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { startNode, type Node } from '../../../test/kit/start-node.ts'
import { countMail, openLedgerRow, uncountMail, type LedgerEntry } from './ledger-queries.ts'

let app: App
let other: Node
let person: Person
beforeAll(async () => {
  app = await startApp()
  other = await startNode(app)
})
afterAll(async () => {
  await other[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
beforeEach(async () => {
  person = await insertPerson(app.ctx.db)
})

const now = new Date('2026-11-30T23:59:59.900Z')
const month = '2026-11-01'
const entry = (messageId: string): LedgerEntry => ({
  userId: person.id,
  mailboxId: person.mailboxId,
  messageId,
  internetMessageId: null,
  conversationId: null,
  subject: null,
  fromAddress: null,
  fromName: null,
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

test('a mail enters the ledger once for ever, however many workers try at once and whatever else guards it', async () => {
  const tries = Array.from({ length: 12 }, (_, n) =>
    nodeOf(n).db.asService((tx) => openLedgerRow(tx, entry('the-same'), now)),
  )
  expect((await Promise.all(tries)).filter((id) => id !== null)).toHaveLength(1)
  expect(await app.ctx.db.asService((tx) => openLedgerRow(tx, entry('the-same'), now))).toBeNull()
  expect((await rows()).filter((row) => row.message_id === 'the-same')).toHaveLength(1)
})

test('the month is counted exactly to its limit by many workers at once, and a failed mail gives its place back', async () => {
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
        const id = await openLedgerRow(tx, entry(`mail-${n}`), now)
        return id !== null && (await countMail(tx, id, person.id, month)) ? id : null
      }),
    ),
  )
  const ids = counted.filter((id) => id !== null)
  expect(ids).toHaveLength(5)
  expect(await used()).toBe(limit)
  expect((await rows()).filter((row) => row.counted_month === month)).toHaveLength(5)

  const [failed] = ids
  if (!failed) throw new Error('Nothing was counted')
  await app.ctx.db.asService((tx) => uncountMail(tx, failed))
  await app.ctx.db.asService((tx) => uncountMail(tx, failed))
  expect(await used()).toBe(limit - 1)
})

test('plan and add-ons add up, a change counts at once, and a hundred workers at a time never pass the limit', async () => {
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
        const id = await openLedgerRow(tx, entry(`mail-${(mails += 1)}`), now)
        return id !== null && (await countMail(tx, id, person.id, month))
      }),
    )
  const counted = async (work: Promise<boolean>[]) => (await Promise.all(work)).filter(Boolean).length

  await setPlan('Pro', 2)
  await setUsed(6950)
  expect(await counted(hundred())).toBe(50)
  expect(await used()).toBe(7000)

  // More in the middle: whoever is counted after it, is; nobody beyond the new limit.
  const rising = hundred()
  await setPlan('Pro', 3)
  const rose = await counted(rising)
  expect(await used()).toBe(7000 + rose)
  expect(await counted(hundred())).toBe(100)

  // Less in the middle: what was counted stays counted, and nothing more is.
  const falling = hundred()
  await setPlan('Free', 0)
  await Promise.all(falling)
  const after = await used()
  expect(await counted(hundred())).toBe(0)
  expect(await used()).toBe(after)
  expect((await rows()).filter((row) => row.counted_month === month)).toHaveLength(after - 6950)
})
