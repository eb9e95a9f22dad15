import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson, type Person } from '../../test/kit/people.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { startNode, type Node } from '../../test/kit/start-node.ts'
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
