import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { insertUserRows } from '../../../test/kit/users.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { mailboxLeaseSeconds } from '../limits.ts'
import { deleteInboxEvent } from '../queue/inbox-event-queries.ts'
import { acquireLease, LeaseLost, releaseLease, renewLease, withLease } from './lease.ts'

const app = await appOfFile()
let mailboxId = ''
const other = await startNode(app)
afterAll(async () => {
  await other[Symbol.asyncDispose]()
})
beforeEach(async () => {
  mailboxId = (await insertUserRows(app.ctx.db)).mailboxId
})

/** Expires the lease in the database, whose clock counts. */
const runOut = () =>
  app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_sync_states')
      .set({ leased_until: '-infinity' })
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )

/** Seconds that the lease lasts, by the clock of the database. */
const secondsLeft = async (): Promise<number> => {
  const row = app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.mailbox_sync_states')
      .select(sql<number>`extract(epoch from leased_until - now())::float8`.as('seconds'))
      .where('mailbox_id', '=', mailboxId)
      .executeTakeFirstOrThrow(),
  )
  return (await row).seconds
}

const mustHave = <T>(lease: T | null): T => {
  if (lease === null) throw new Error('The lease was refused')
  return lease
}

test('refuses the lease to other nodes and other jobs of the same node while a living node holds it', async () => {
  const lease = mustHave(await acquireLease(app.ctx, mailboxId))
  expect(await acquireLease(other.ctx, mailboxId)).toBeNull()
  expect(await acquireLease(app.ctx, mailboxId)).toBeNull()
  await releaseLease(app.ctx, lease)
  expect((await acquireLease(other.ctx, mailboxId))?.token).toBeGreaterThan(lease.token)
})

test('a renewed lease lasts as long as a new one', async () => {
  const lease = mustHave(await acquireLease(app.ctx, mailboxId))
  await runOut()
  await renewLease(app.ctx, lease)
  expect(await secondsLeft()).toBeGreaterThan(mailboxLeaseSeconds / 2)
  expect(await secondsLeft()).toBeLessThanOrEqual(mailboxLeaseSeconds)
})

test('gives the lease to one of many concurrent requests', async () => {
  const requests = Array.from({ length: 10 }, (_, n) => acquireLease(n % 2 === 0 ? app.ctx : other.ctx, mailboxId))
  expect((await Promise.all(requests)).filter((lease) => lease !== null)).toHaveLength(1)
})

test("frees a dead node's lease immediately, before it expires", async () => {
  const dying = await startNode(app)
  mustHave(await acquireLease(dying.ctx, mailboxId))
  expect(await acquireLease(app.ctx, mailboxId)).toBeNull()
  await dying[Symbol.asyncDispose]()
  expect(await acquireLease(app.ctx, mailboxId)).not.toBeNull()
})

test('refuses renewal and writes of an overtaken worker and rolls back its transaction', async () => {
  const late = mustHave(await acquireLease(other.ctx, mailboxId))
  await addEvent('m-late')
  await runOut()
  const current = mustHave(await acquireLease(app.ctx, mailboxId))

  await expect(renewLease(other.ctx, late)).rejects.toThrow(LeaseLost)
  await expect(withLease(other.ctx, late, (tx) => deleteInboxEvent(tx, mailboxId, 'm-late'))).rejects.toThrow(LeaseLost)
  expect(await events()).toEqual(['m-late'])
  // Releasing a lost lease does not release the current one.
  await releaseLease(other.ctx, late)
  expect(await acquireLease(other.ctx, mailboxId)).toBeNull()
  await withLease(app.ctx, current, (tx) => deleteInboxEvent(tx, mailboxId, 'm-late'))
  expect(await events()).toEqual([])
})

test('blocks a takeover while the holder commits', async () => {
  const holder = mustHave(await acquireLease(app.ctx, mailboxId))
  await runOut()
  const order: string[] = []
  let takeOver: Promise<unknown> = Promise.resolve()
  await withLease(app.ctx, holder, async (tx) => {
    // The lock on the lease is sent before this statement: its answer shows that the holder has the row.
    await deleteInboxEvent(tx, mailboxId, 'whatever')
    takeOver = acquireLease(other.ctx, mailboxId).then(() => order.push('taken over'))
    await expect.poll(() => someoneWaits()).toBe(true)
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

test('refuses a lease for an unknown mailbox', async () => {
  expect(await acquireLease(app.ctx, randomUUID())).toBeNull()
})
