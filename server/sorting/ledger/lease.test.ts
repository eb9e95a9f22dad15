import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../../../test/kit/people.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { startNode, type Node } from '../../../test/kit/start-node.ts'
import { finishEvent } from './inbox-queries.ts'
import { acquireLease, LeaseLost, releaseLease, renewLease, underLease } from './lease.ts'

let app: App
let other: Node
let mailboxId = ''
beforeAll(async () => {
  app = await startApp()
  other = await startNode(app)
})
afterAll(async () => {
  await other[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
beforeEach(async () => {
  mailboxId = (await insertPerson(app.ctx.db)).mailboxId
})

/** The lease's own time is over; the database's clock counts, so it is moved there. */
const runOut = () =>
  app.ctx.db.asService((tx) =>
    tx.updateTable('app.mailbox_work').set({ leased_until: '-infinity' }).where('mailbox_id', '=', mailboxId).execute(),
  )

const mustHave = <T>(lease: T | null): T => {
  if (lease === null) throw new Error('The lease was refused')
  return lease
}

test('while a living node holds a mailbox nobody else gets it, not even a second job of that node', async () => {
  const lease = mustHave(await acquireLease(app.ctx, mailboxId))
  expect(await acquireLease(other.ctx, mailboxId)).toBeNull()
  expect(await acquireLease(app.ctx, mailboxId)).toBeNull()
  await releaseLease(app.ctx, lease)
  expect((await acquireLease(other.ctx, mailboxId))?.token).toBeGreaterThan(lease.token)
})

test('of many who ask at once one gets it', async () => {
  const asked = Array.from({ length: 10 }, (_, n) => acquireLease(n % 2 === 0 ? app.ctx : other.ctx, mailboxId))
  expect((await Promise.all(asked)).filter((lease) => lease !== null)).toHaveLength(1)
})

test("a dead node's lease is free at once, long before its time is over", async () => {
  const dying = await startNode(app)
  mustHave(await acquireLease(dying.ctx, mailboxId))
  expect(await acquireLease(app.ctx, mailboxId)).toBeNull()
  await dying[Symbol.asyncDispose]()
  expect(await acquireLease(app.ctx, mailboxId)).not.toBeNull()
})

test('a worker that is late but alive can neither renew nor write: nothing of its transaction stays', async () => {
  const late = mustHave(await acquireLease(other.ctx, mailboxId))
  await addEvent('m-late')
  await runOut()
  const current = mustHave(await acquireLease(app.ctx, mailboxId))

  await expect(renewLease(other.ctx, late)).rejects.toThrow(LeaseLost)
  await expect(underLease(other.ctx, late, (tx) => finishEvent(tx, mailboxId, 'm-late'))).rejects.toThrow(LeaseLost)
  expect(await events()).toEqual(['m-late'])
  // Its goodbye does not free what is no longer its own.
  await releaseLease(other.ctx, late)
  expect(await acquireLease(other.ctx, mailboxId)).toBeNull()
  await underLease(app.ctx, current, (tx) => finishEvent(tx, mailboxId, 'm-late'))
  expect(await events()).toEqual([])
})

test('a lease cannot be taken over while its holder is about to commit', async () => {
  const holder = mustHave(await acquireLease(app.ctx, mailboxId))
  await runOut()
  const order: string[] = []
  let takeOver: Promise<unknown> = Promise.resolve()
  await underLease(app.ctx, holder, async (tx) => {
    takeOver = acquireLease(other.ctx, mailboxId).then(() => order.push('taken over'))
    await expect.poll(() => someoneWaits()).toBe(true)
    await finishEvent(tx, mailboxId, 'whatever')
    order.push('committed')
  })
  await takeOver
  expect(order).toEqual(['committed', 'taken over'])
})

const someoneWaits = async (): Promise<boolean> => {
  const { rowCount } = await app.ctx.db.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return (rowCount ?? 0) > 0
}

const addEvent = (messageId: string) =>
  app.ctx.db.asService(async (tx) => {
    const { user_id } = await tx
      .selectFrom('mailboxes')
      .select('user_id')
      .where('id', '=', mailboxId)
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('app.inbox_events').where('mailbox_id', '=', mailboxId).execute()
    await tx
      .insertInto('app.inbox_events')
      .values({ mailbox_id: mailboxId, message_id: messageId, user_id, source: 'delta' })
      .execute()
  })
const events = async (): Promise<string[]> => {
  const rows = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.inbox_events').select('message_id').where('mailbox_id', '=', mailboxId).execute(),
  )
  return rows.map((row) => row.message_id)
}

test('a mailbox that does not exist has no lease', async () => {
  expect(await acquireLease(app.ctx, randomUUID())).toBeNull()
})
